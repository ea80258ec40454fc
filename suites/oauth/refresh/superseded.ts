import { isRefused } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import type { Holder } from '../../axes/holders.ts'
import { newTokens, requireAsker } from '../../axes/tokens.ts'
import type { Chain } from '../flows/chain.ts'

/** After this a superseded token has to be refused, counted from the use of the tokens that replaced it. */
const LONGEST_GRACE_SECONDS = 60
/** What it is waited for. */
const END_OF_GRACE = 'a replaced refresh token may work for a minute'
/** Some services replace a refresh token only now and then: one that came back so often is not replaced. */
const TURNS_OF_ONE = 4
/** What the service's clock and ours may differ by in that time, and an answer take. */
const MARGIN_SECONDS = 1

/**
 * A refresh token out of a chain whose successors, of either kind, were used so many times.
 * @throws NotApplicableError where refresh tokens do not rotate; InconclusiveError where the chain broke off.
 */
export function supersededIn({ held, links }: Chain, generations: number): string {
  const given = [held.refreshToken, ...links.map(({ refresh }) => tokensOf(refresh)?.refreshToken)]
  const refreshToken = given.at(-2 - generations)
  if (refreshToken === undefined || links.at(-1)?.read === undefined)
    throw new InconclusiveError('a chain of refreshes broke off (see REFRESH-3)')
  // One that came more than once was replaced later, if at all.
  if (refreshToken === given.at(-1)) throw new NotApplicableError('refresh tokens do not rotate here')
  return refreshToken
}

/** A refresh token that was replaced, and whose successors were used. */
interface Superseded {
  readonly refreshToken: string
  /** When the successors were used, in milliseconds of `serviceNow`. */
  readonly replacedAt: number
}

/**
 * Refreshes so many times by the main client for the main user, uses what each refresh gave, and returns the refresh
 * token of before.
 * @throws NotApplicableError where refresh tokens do not rotate.
 */
export async function supersede(context: Context, generations: number): Promise<Superseded> {
  const { oauth } = context
  const first = await oauth.signInForRefresh()
  return outdate(context, first.refreshToken, ({ refreshToken }) => oauth.renew(refreshToken), generations)
}

/**
 * The same by another client or for another user.
 * @throws NotApplicableError where there is no such user or client, or refresh tokens do not rotate.
 */
export async function supersedeOf(
  context: Context,
  holder: Holder,
  generations: number,
): Promise<Superseded> {
  const { asker, refreshToken } = requireAsker(await newTokens(context, holder))
  return outdate(context, refreshToken, (tokens) => asker.renew(tokens), generations)
}

type Renewed = Tokens & { readonly refreshToken: string }

async function outdate(
  context: Context,
  refreshToken: string,
  renew: (tokens: Pick<Renewed, 'refreshToken'>) => Promise<Renewed>,
  generations: number,
): Promise<Superseded> {
  let newest = await renew({ refreshToken })
  for (let turn = 1; turn < TURNS_OF_ONE && newest.refreshToken === refreshToken; turn++)
    newest = await renew(newest)
  if (newest.refreshToken === refreshToken) throw new NotApplicableError('refresh tokens do not rotate here')
  // A service may keep each old token until it sees the ones that replaced it, of either kind.
  for (let turn = 1; turn <= generations; turn++) {
    await context.api.organizations({ authorization: `Bearer ${newest.accessToken}` })
    newest = await renew(newest)
  }
  return { refreshToken, replacedAt: context.serviceNow }
}

/** Lets time pass, when no other test is under way, until a token that was replaced then has to be refused. */
export async function outlastGrace(context: Context, { replacedAt }: Superseded): Promise<void> {
  await context.alone()
  const seconds = (context.serviceNow - replacedAt) / 1000
  await context.letPass(LONGEST_GRACE_SECONDS + MARGIN_SECONDS - seconds, END_OF_GRACE)
}

/**
 * Uses a superseded refresh token whose grace is over, beside another grant of its user and client: that this ends too is
 * legal, and what else it ended is held against nobody. Where grants end one another there is no other, and a login for
 * one would end the token that is tried.
 */
export async function reuse(
  context: Context,
  asker: Pick<OAuth, 'signIn' | 'refresh'>,
  superseded: string,
): Promise<Exchange> {
  if (!context.canLogIn || context.grants.oneTestAtATime) return asker.refresh(superseded)
  const bystander = await asker.signIn()
  const answer = await asker.refresh(superseded)
  const isEnded =
    bystander.refreshToken !== undefined && isRefused(await asker.refresh(bystander.refreshToken))
  if (isEnded) context.noteGrantsEnd('a superseded refresh token whose grace is over ends other grants')
  return answer
}
