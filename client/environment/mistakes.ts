import { InconclusiveError } from '../../contract/verdict.ts'
import type { TargetConfig } from './config.ts'
import { isMistake, lackOf, MISTAKE } from './lack.ts'
import { type EnvironmentKey, environmentKeys } from './schema.ts'

/** A value of the environment that is not what its key says it is. */
export interface Mistake {
  readonly key: EnvironmentKey
  /** What is wrong with which value, for the person who filled it in; one line without a full stop. */
  readonly says: string
}

/** How many wrong values of one key are named: a few are enough to show that a list was mixed up. */
const MOST_NAMED = 3

/** What is wrong with the values of each key, in the order of the keys. */
export function mistakesByKey(mistakes: readonly Mistake[]): ReadonlyMap<EnvironmentKey, string> {
  const byKey = new Map<EnvironmentKey, string>()
  for (const key of environmentKeys) {
    const all = mistakes.filter((one) => one.key === key).map(({ says }) => says)
    const more =
      all.length > MOST_NAMED ? [`and ${all.length - MOST_NAMED} more of its values are wrong`] : []
    if (all.length > 0) byKey.set(key, [...all.slice(0, MOST_NAMED), ...more].join('; '))
  }
  return byKey
}

/** The target with the reasons why values are missing from it: what hangs on them is undecided, and says why. */
export function withReasonsSetAside(target: TargetConfig, mistakes: readonly Mistake[]): TargetConfig {
  return { ...target, setAside: Object.fromEntries(mistakesByKey(mistakes)) }
}

/** One note for each key with a value that was set aside. */
export function mistakesIn({ setAside = {} }: TargetConfig): readonly string[] {
  return Object.entries(setAside).map(
    ([key, says]) => `${MISTAKE}${key}: ${says}; the run went on without it`,
  )
}

/** The same error, with the mistake as its reason where a key that it needs holds one; anything else as it is. */
export function withMistake<Thrown>(error: Thrown, target: TargetConfig): Thrown | InconclusiveError {
  if (!(error instanceof InconclusiveError)) return error
  const { reason, needs } = lackOf(error.needs, target.setAside)
  return isMistake(reason) ? new InconclusiveError(reason, needs) : error
}
