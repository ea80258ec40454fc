import { isDeepStrictEqual } from 'node:util'
import type { TargetConfig } from '../../client/environment/config.ts'
import type { Round } from '../perform-run.ts'

type Check = Round['check']

/** What was found when a target was looked at last. */
interface Kept {
  readonly target: TargetConfig
  /** Ids of the requirements that were looked for; undefined for all. */
  readonly only: readonly string[] | undefined
  readonly found: Awaited<ReturnType<Check>>
}

/**
 * Looks for mistakes once as long as the environment stays as it is, where each look takes logins by a browser; elsewhere each
 * time.
 */
export function keptCheck(check: Check): Check {
  let kept: Kept | undefined
  return async (target, signal, options = {}) => {
    const { only } = options
    if (kept && isDeepStrictEqual(kept.target, target) && covers(kept.only, only))
      return { ...kept.found, logins: 0 }
    const found = await check(target, signal, options)
    const isWhole = !signal.aborted && !found.fatal
    kept = target.login === 'browser' && isWhole ? { target, only, found } : undefined
    return found
  }
}

function covers(whole: readonly string[] | undefined, part: readonly string[] | undefined): boolean {
  return whole === undefined || (part?.every((id) => whole.includes(id)) ?? false)
}
