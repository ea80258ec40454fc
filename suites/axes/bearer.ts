import type { UpdateMethod } from '../../client/donations/api.ts'
import { isAccepted, isRefused, statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { Tokens } from '../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { axis, type Context } from '../../harness/authoring/index.ts'
import { unlessUndecided } from '../support/unless-undecided.ts'
import { type Asker, askerOf, CLIENTS, USERS } from './askers.ts'

/** Whose tokens, by which client, and how many refreshes after the code exchange. */
export interface Holder {
  readonly user: keyof typeof USERS
  readonly client: keyof typeof CLIENTS
  readonly refreshes: number
}

/** Tokens, and the client that holds them; none where nobody can log in and the suite's own tokens have to do. */
export interface Held extends Tokens {
  readonly asker?: Asker
}

/** A later refresh: neither the first, nor the one after it. */
const LATER = 3

const AGES = { 'a code': 0, 'a refresh': 1, 'a later refresh': LATER } as const

function holdersOf(user: Holder['user']): Readonly<Record<string, Holder>> {
  return Object.fromEntries(
    (['first client', 'second client'] as const).flatMap((client) =>
      Object.entries(AGES).map(([age, refreshes]) => [`${client}, by ${age}`, { user, client, refreshes }]),
    ),
  )
}

/** The suite's own: the user who owns the donations, by the first client. */
export const FIRST_HOLDER: Holder = {
  user: 'a user with one organization',
  client: 'first client',
  refreshes: 0,
}

/** Tokens of the user who owns the donations: by each client, of each age. */
export const OWNER_AXIS = axis('token of', holdersOf('a user with one organization'))

/** Tokens of the user who owns nothing. */
export const NO_ORG_AXIS = axis<Holder>('token of', {
  'first client, by a code': { user: 'a user without organizations', client: 'first client', refreshes: 0 },
  'first client, by a refresh': {
    user: 'a user without organizations',
    client: 'first client',
    refreshes: 1,
  },
  'second client, by a code': { user: 'a user without organizations', client: 'second client', refreshes: 0 },
  'second client, by a refresh': {
    user: 'a user without organizations',
    client: 'second client',
    refreshes: 1,
  },
})

/** The user who owns several other organizations, by the first client. */
export const MULTI_ORG_HOLDER: Holder = {
  user: 'a user with several organizations',
  client: 'first client',
  refreshes: 0,
}

/** Tokens of the user who owns several other organizations: one of each client. */
export const MULTI_ORG_AXIS = axis<Holder>('token of', {
  'first client, by a code': MULTI_ORG_HOLDER,
  'second client, by a refresh': {
    user: 'a user with several organizations',
    client: 'second client',
    refreshes: 1,
  },
})

/** One of each client, and of each way to get one: for what is tried with many values. */
export const FEW_OWNERS_AXIS = axis<Holder>('token of', {
  'first client, by a code': FIRST_HOLDER,
  'first client, by a refresh': { ...FIRST_HOLDER, refreshes: 1 },
  'second client, by a code': { ...FIRST_HOLDER, client: 'second client' },
})

/** The two that differ most: for what is tried with very many values. */
export const TWO_OWNERS_AXIS = axis<Holder>('token of', {
  'first client, by a code': FIRST_HOLDER,
  'second client, by a refresh': { ...FIRST_HOLDER, client: 'second client', refreshes: 1 },
})

/** Those of {@link FEW_OWNERS_AXIS} but the suite's own, which all else is sent with. */
export const OTHER_OWNERS: Readonly<Record<string, Holder>> = Object.fromEntries(
  Object.entries(FEW_OWNERS_AXIS.values).filter(([, holder]) => holder !== FIRST_HOLDER),
)

/** Those of {@link FEW_OWNERS_AXIS}, one after the other; the suite's own first. */
export function ownerOf(turn: number): Holder {
  const owners = [FIRST_HOLDER, ...Object.values(OTHER_OWNERS)]
  return owners[turn % owners.length] ?? FIRST_HOLDER
}

/** The two that {@link TWO_OWNERS_AXIS} leaves out. */
export const UNLIKE_OWNERS_AXIS = axis<Holder>('token of', {
  'first client, by a refresh': { ...FIRST_HOLDER, refreshes: 1 },
  'second client, by a code': { ...FIRST_HOLDER, client: 'second client' },
})

/** The calls that a token opens: what is checked in the handler of one may be forgotten in that of another. */
export const CALL_AXIS = axis<'GET' | UpdateMethod>('call', { PATCH: 'PATCH', PUT: 'PUT', GET: 'GET' })

/** Updates by both methods. */
export const METHOD_AXIS = axis<UpdateMethod>('method', { PATCH: 'PATCH', PUT: 'PUT' })

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
  if (!canLogIn) throw new NotApplicableError('a login for each user costs too much here')
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
export function requireAsker({ asker, refreshToken }: Held): { asker: Asker; refreshToken: string } {
  if (!asker) throw new NotApplicableError('nobody can log in here')
  if (refreshToken === undefined) throw new InconclusiveError('no refresh token was given (see TOKEN-2)')
  return { asker, refreshToken }
}

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
  // The second time behind those that wait already: what they do must not be disturbed by a clock that moves.
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

/** A read of the organizations, or an empty update. */
export function callWith(
  { api }: Context,
  call: 'GET' | UpdateMethod,
  donation: string,
  authorization: string | null,
): Promise<Exchange> {
  return call === 'GET'
    ? api.organizations({ authorization })
    : api.update(call, donation, {}, { authorization })
}
