import { isAccepted, isRefused, statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { requireRefreshToken, type Tokens } from '../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError, unlessUndecided } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'
import { type Asker, askerOf, CLIENTS, tooManyLogins, USERS } from './askers.ts'
import { FIRST_HOLDER, type Holder } from './holders.ts'

/** Tokens, and the client that holds them; none where nobody can log in and the suite's own tokens have to do. */
export interface Held extends Tokens {
  readonly asker?: Asker
}

/** The header with tokens of such a holder, the same ones for all who ask. @throws as {@link newTokens}. */
export async function authorizationOf(
  context: Context,
  holder: Holder,
): Promise<{ readonly authorization: string }> {
  const { accessToken } = await sharedTokens(context, holder)
  return { authorization: `Bearer ${accessToken}` }
}

/**
 * From now on sends the calls of this test with tokens of such a holder: for what does not depend on who asks. Where
 * there are none, or each would cost a login, the suite's own have to do.
 */
export async function actAs(context: Context, holder: Holder): Promise<void> {
  context.api.actAs(undefined)
  if (holder === FIRST_HOLDER || !context.canLogIn || context.grants.oneTestAtATime) return
  const held = await authorizationOf(context, holder).catch(unlessUndecided)
  if (held) context.api.actAs(held.authorization)
}

/**
 * New tokens of such a holder. A test takes its donation before: where the suite's own tokens have to do, whoever
 * renews them waits for all who use them, and these would wait for donations.
 * @throws NotApplicableError where the target knows no such user or client; InconclusiveError where they get none.
 */
export async function newTokens(context: Context, holder: Holder): Promise<Held> {
  return tokensFor(context, holder, (asker) => asker)
}

/**
 * The same out of a session that nobody else has: for tokens that somebody uses when they are superseded.
 * @throws as {@link newTokens}.
 */
export async function newTokensApart(context: Context, holder: Holder): Promise<Held> {
  return tokensFor(context, holder, (asker) => asker.apart())
}

async function tokensFor(
  context: Context,
  { user, client, refreshes }: Holder,
  of: (asker: Asker) => Asker,
): Promise<Held> {
  const { oauth, canLogIn } = context
  if (!canLogIn && user === 'a user with one organization' && client === 'first client')
    return refreshes === 0 ? oauth.signIn() : oauth.renew((await oauth.signInForChain()).refreshToken)
  if (!canLogIn) throw tooManyLogins(context.target, 'user')
  const asker = of(askerOf(context, USERS[user], CLIENTS[client]))
  let tokens: Tokens = await asker.signIn()
  for (let turn = 1; turn <= refreshes; turn++) tokens = await asker.renew(tokens)
  return { ...tokens, asker }
}

/** The part of their lifetime for which tokens are shared: a test that gets them later still has to use them. */
const SHARED_SHARE = 0.6

/**
 * Tokens of such a holder, the same ones for all who ask: for what has to be refused whoever used them before.
 * @throws as {@link newTokens}.
 */
export async function sharedTokens(context: Context, holder: Holder): Promise<Held> {
  if (!context.canLogIn) return newTokens(context, holder)
  const { user, client, refreshes } = holder
  const find = async () => ({ held: await newTokens(context, holder), at: context.serviceNow })
  for (let turn = 1; ; turn++) {
    const name = `tokens of ${user}, ${client}, ${refreshes}: ${turn}`
    const { held, at } = await context.once(name, find)
    if (isNearItsEnd(context, held, at)) continue
    // Where grants end one another, a login since then may have ended this one.
    const isOver = context.grants.oneTestAtATime && (await isTokenRefused(context, held))
    return isOver ? (await context.once(name, find, true)).held : held
  }
}

/** Whether tokens that were had at this time, in milliseconds of `serviceNow`, may expire while they are used. */
function isNearItsEnd({ serviceNow }: Context, { expiresIn }: Tokens, at: number): boolean {
  return expiresIn !== undefined && serviceNow - at > expiresIn * 1_000 * SHARED_SHARE
}

async function isTokenRefused({ api }: Context, { accessToken }: Tokens): Promise<boolean> {
  return isRefused(await api.organizations({ authorization: `Bearer ${accessToken}` }))
}

/**
 * For tests that go on with a token that has opened a call once.
 * @throws NotApplicableError where the API shuts out users who own nothing: that they hold a token opens no call;
 *   InconclusiveError with this reason where another one did not work either.
 */
export function requireOpened(call: Exchange, { user }: Pick<Holder, 'user'>, why: string): void {
  if (isAccepted(call)) return
  if (user === 'a user without organizations' && [403, 404].includes(statusOf(call)))
    throw new NotApplicableError('the API opens no call to a user without organizations (see ORG-5)')
  throw new InconclusiveError(why)
}

/** What a test does with a holder's refresh token. @throws NotApplicableError where nobody can log in. */
export function requireAsker(held: Held): { asker: Asker; refreshToken: string } {
  const { asker } = held
  if (!asker) throw new NotApplicableError('nobody can log in here')
  return { asker, refreshToken: requireRefreshToken(held) }
}
