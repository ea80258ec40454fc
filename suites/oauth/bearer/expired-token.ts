import type { Inspector } from '../../../client/donations/inspector.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { decidableFrom, waitForExpiry } from '../expiry.ts'
import { requireOwn } from '../given-again.ts'

/** Access tokens usually live an hour; only of those that live no longer than this is the end waited for. */
const LONGEST_WAIT_SECONDS = 30

/** Where nothing says how long it lives: nearly all live shorter. */
const ASSUMED_SECONDS = 24 * 3600

/**
 * An access token that has expired, the same one for all who ask: a new one that the inspector ends, or the configured
 * one, or one that an earlier run left, or else a new one whose end is waited for.
 *
 * @param isAnother whether it has to be another one than was given before, where the inspector can end as many as one
 *   likes.
 * @throws InconclusiveError where there is none, and a new one lives too long; it may be left for the next run.
 */
export function expiredToken(context: Context, isAnother = false): Promise<string> {
  const { target, inspectorIfAny } = context
  // Where grants end one another, a login since then may have ended this one: it would be refused for that.
  if (inspectorIfAny)
    return context.once(
      'a token to expire',
      () => expire(context, inspectorIfAny),
      isAnother || context.grants.oneTestAtATime,
    )
  const { expiredAccessToken } = target
  return expiredAccessToken === undefined
    ? context.once('an expired access token', () => keptOrNew(context), false)
    : Promise.resolve(expiredAccessToken)
}

async function expire(context: Context, inspector: Inspector): Promise<string> {
  const { accessToken } = await context.oauth.signIn()
  requireOwn(context, accessToken)
  await inspector.expireAccessToken(accessToken)
  return accessToken
}

async function keptOrNew({ oauth, leftBehind, signal }: Context): Promise<string> {
  const kept = leftBehind?.take('accessToken')
  if (kept?.is === 'alive') throw decidableFrom('an access token', kept.expiredFrom)
  const { accessToken, expiresIn } = await oauth.signIn()
  if (expiresIn !== undefined && expiresIn <= LONGEST_WAIT_SECONDS) {
    if (kept) return kept.value
    await waitForExpiry(expiresIn, signal)
    return accessToken
  }
  const from = await leftBehind?.leave('accessToken', async () => accessToken, expiresIn ?? ASSUMED_SECONDS)
  if (kept) return kept.value
  if (from) throw decidableFrom('an access token', from)
  throw new InconclusiveError(
    `an access token lives ${expiresIn ?? 'unknown'} seconds here: too long to wait`,
    ['SANDBOX_EXPIRED_ACCESS_TOKEN', 'run --leave-behind, and another run later'],
  )
}
