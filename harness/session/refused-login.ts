import { existsSync } from 'node:fs'
import type { TargetConfig } from '../../client/environment/config.ts'

/**
 * Why a run whose own login or refresh was refused says little of the service, and what to do about it.
 * @param refusal what the service answered, in one sentence; not redacted, and neither is the result.
 */
export function refusedLogin(refusal: string, { user, tokenStore }: TargetConfig): string {
  if (user || tokenStore === undefined) return `the suite could not log in: ${refusal}`
  const where = existsSync(tokenStore)
    ? `The run started from the token in ${tokenStore}`
    : `Where refresh tokens rotate, each run keeps the newest in ${tokenStore}, and there is no such file`
  return `the refresh was refused: ${refusal}. ${where}: keep that file from run to run, or get a new token`
}
