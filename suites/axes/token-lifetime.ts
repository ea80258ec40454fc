import type { Tokens } from '../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'

/** Part of an access token's lifetime after which it has to work still: near its end clocks may differ. */
const WELL_WITHIN = 0.9
const NEAR_THE_END = 0.95
/** How long tokens have lived, at least, when they are tried last; also in a run of few tests. */
const AT_LEAST_SECONDS = 3

/**
 * Waits until all other tests have ended, and then lets most of the tokens' lifetime pass where the service's clock can
 * be moved, a few seconds of it elsewhere.
 * @param began when the tokens were issued, in milliseconds of `serviceNow`.
 * @throws NotApplicableError where grants of one user end one another, or most of the lifetime has passed already.
 */
export async function outlast(context: Context, { expiresIn }: Tokens, began: number): Promise<void> {
  requireSeparateGrants(context)
  // Queued twice: tests that were waiting already run between the two calls, before the clock moves.
  await context.alone()
  await context.alone()
  // They may have seen that it is so.
  requireSeparateGrants(context)
  const lived = (context.serviceNow - began) / 1000
  const lifetime = expiresIn ?? 0
  if (lived > lifetime * NEAR_THE_END) throw new NotApplicableError('the token has lived its time by now')
  const seconds = lifetime * WELL_WITHIN
  const waited = context.inspectorIfAny ? seconds : Math.min(seconds, AT_LEAST_SECONDS)
  await context.letPass(waited - lived, 'an access token has to work until it expires')
}

/** @throws NotApplicableError where grants of one user end one another. */
function requireSeparateGrants({ grants }: Context): void {
  if (grants.oneTestAtATime) throw new NotApplicableError('grants of one user end one another here')
}

/**
 * For tests that hold a refusal against a service whose tokens may live for seconds, or that takes its time.
 * @param began when the tokens were asked for, in milliseconds of `serviceNow`.
 * @throws InconclusiveError where they may have expired since.
 */
export function requireLiving({ serviceNow }: Context, { expiresIn }: Tokens, began: number): void {
  if (expiresIn === undefined || serviceNow - began < expiresIn * 1000 * WELL_WITHIN) return
  throw new InconclusiveError(`tokens live for ${expiresIn} s, and this took longer`)
}
