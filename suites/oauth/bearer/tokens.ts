import { setTimeout as sleep } from 'node:timers/promises'
import { InconclusiveError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'

export const BODY = { donor_first_name: 'Refused', donor_city: 'Nowhere' }

/** An access token that lives no longer than this is waited out. */
export const LONGEST_WAIT_SECONDS = 30

/** What is done behind an answer is done by then; what is forgotten when nobody asks is forgotten. */
export const A_WHILE_MS = 600

export const UNKNOWN_TOKEN = 'Bearer never-issued-5e6f708192a3b4c5d6e7f809'

/** An access token that has expired, by whatever way there is to have one. */
export async function expiredToken({ oauth, target, inspectorIfAny, signal }: Context): Promise<string> {
  if (target.expiredAccessToken && !inspectorIfAny) return target.expiredAccessToken
  const { accessToken, expiresIn } = await oauth.signIn()
  if (inspectorIfAny) await inspectorIfAny.expireAccessToken(accessToken)
  else if (expiresIn !== undefined && expiresIn <= LONGEST_WAIT_SECONDS) {
    await sleep(expiresIn * 1000 + 1_500, undefined, { signal })
  } else {
    throw new InconclusiveError(
      `an access token lives ${expiresIn ?? 'unknown'} seconds here: too long to wait`,
      ['SANDBOX_EXPIRED_ACCESS_TOKEN'],
    )
  }
  return accessToken
}
