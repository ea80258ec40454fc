import { givesToken, isRefused } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENTS, USERS } from '../../axes/askers.ts'
import { type Holder, hold, requireAsker } from '../../axes/bearer.ts'
import { refreshBesideMore } from '../../axes/refresh.ts'
import { type Chain, plainChain } from '../lives/chain.ts'
import type { Whose } from '../lives/whose.ts'

/** After this a superseded token has to be refused, counted from the use of the tokens that replaced it. */
const LONGEST_GRACE_SECONDS = 60
/** What it is waited for. */
const END_OF_GRACE = 'a replaced refresh token may work for a minute'
/** What the service's clock and ours may differ by in that time, and an answer take. */
const MARGIN_SECONDS = 1

/** Users and clients beside the main ones, and how many generations old a token of theirs is. */
const OTHERS: Readonly<Record<string, Whose & { readonly generations: number }>> = {
  'one organization, second client': {
    user: 'a user with one organization',
    client: 'second client',
    generations: 2,
  },
  'several organizations, first client': {
    user: 'a user with several organizations',
    client: 'first client',
    generations: 3,
  },
  'several organizations, second client': {
    user: 'a user with several organizations',
    client: 'second client',
    generations: 1,
  },
  'no organization, first client': {
    user: 'a user without organizations',
    client: 'first client',
    generations: 1,
  },
  'no organization, second client': {
    user: 'a user without organizations',
    client: 'second client',
    generations: 3,
  },
}

/** Refreshes, then another with the refresh token that was there before them. */
export const refresh4 = requirement(
  'REFRESH-4',
  { isolated: true },
  cases({ 'one generation old': 1, 'three generations old': 3 }, async (context, generations) => {
    const { oauth } = context
    const superseded = await supersede(context, generations)
    const answer = await oauth.refresh(superseded.refreshToken)
    if (!givesToken(answer)) {
      await expectRefused(answer, context, superseded.refreshToken)
      // Refused at once, it has to be refused a while later, too.
      await context.alone()
      expect(await reuse(context, oauth, superseded.refreshToken)).toGiveNoToken()
      return
    }
    // Asked again, this token may be granted more time: another one is asked once, when all grace is over.
    context.observe('a superseded refresh token', 'works for a while')
    const later = await supersede(context, generations)
    await context.alone()
    const seconds = (context.serviceNow - later.replacedAt) / 1000
    await context.letPass(LONGEST_GRACE_SECONDS + MARGIN_SECONDS - seconds, END_OF_GRACE)
    await expectRefused(await reuse(context, oauth, later.refreshToken), context, later.refreshToken)
  }),
  cases('of others', OTHERS, async (context, { generations, ...whose }) => {
    const asker = askerOf(context, USERS[whose.user], CLIENTS[whose.client])
    const chain = await plainChain(context, whose)
    const refreshToken = supersededIn(chain, generations)
    const answer = await asker.refresh(refreshToken)
    if (!givesToken(answer)) {
      expect(answer).toBeOAuthError('invalid_grant')
      return
    }
    const main = await supersede(context, 1)
    if (givesToken(await context.oauth.refresh(main.refreshToken)))
      throw new NotApplicableError('superseded tokens work for a while: those of the main user decide')
    // As many refreshes after its login as the one that still worked.
    const refreshes = Math.max(chain.links.length - 1 - generations, 0)
    const later = await supersedeOf(context, { ...whose, refreshes }, generations)
    await context.alone()
    const seconds = (context.serviceNow - later.replacedAt) / 1000
    await context.letPass(LONGEST_GRACE_SECONDS + MARGIN_SECONDS - seconds, END_OF_GRACE)
    expect(await reuse(context, asker, later.refreshToken)).toBeOAuthError('invalid_grant')
  }),
)

/**
 * A refresh token out of a chain whose successors, of either kind, were used so many times.
 * @throws NotApplicableError where refresh tokens do not rotate; InconclusiveError where the chain broke off.
 */
function supersededIn({ held, links }: Chain, generations: number): string {
  const given = [held.refreshToken, ...links.map(({ refresh }) => tokensOf(refresh)?.refreshToken)]
  const refreshToken = given.at(-2 - generations)
  if (refreshToken === undefined || links.at(-1)?.read === undefined)
    throw new InconclusiveError('a chain of refreshes broke off (see REFRESH-3)')
  if (new Set(given).size < given.length) throw new NotApplicableError('refresh tokens do not rotate here')
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
async function supersede(context: Context, generations: number): Promise<Superseded> {
  const { oauth } = context
  const first = await oauth.signInForRefresh()
  return outdate(context, first.refreshToken, ({ refreshToken }) => oauth.renew(refreshToken), generations)
}

/**
 * The same by another client or for another user.
 * @throws NotApplicableError where there is no such user or client, or refresh tokens do not rotate.
 */
async function supersedeOf(context: Context, holder: Holder, generations: number): Promise<Superseded> {
  const { asker, refreshToken } = requireAsker(await hold(context, holder))
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
  if (newest.refreshToken === refreshToken) throw new NotApplicableError('refresh tokens do not rotate here')
  // A service may keep each old token until it sees the ones that replaced it, of either kind.
  for (let turn = 1; turn <= generations; turn++) {
    await context.api.organizations({ authorization: `Bearer ${newest.accessToken}` })
    newest = await renew(newest)
  }
  return { refreshToken, replacedAt: context.serviceNow }
}

/**
 * Uses a superseded refresh token whose grace is over, beside another grant of its user and client: that this ends too is
 * legal, and what else it ended is held against nobody. Where grants end one another there is no other, and a login for
 * one would end the token that is tried.
 */
async function reuse(
  context: Context,
  asker: Pick<OAuth, 'signIn' | 'refresh'>,
  superseded: string,
): Promise<Exchange> {
  if (!context.canLogIn || context.grants.inTurn) return asker.refresh(superseded)
  const bystander = await asker.signIn()
  const answer = await asker.refresh(superseded)
  const isEnded =
    bystander.refreshToken !== undefined && isRefused(await asker.refresh(bystander.refreshToken))
  if (isEnded) context.noteGrantsEnd('a superseded refresh token whose grace is over ends other grants')
  return answer
}

/**
 * Judges that a superseded token was refused, and tries it twice more: refused once, it has to stay refused.
 * @throws ViolationError where it was not, or is not.
 */
async function expectRefused(answer: Exchange, context: Context, superseded: string): Promise<void> {
  const { oauth } = context
  expect(answer).toBeOAuthError('invalid_grant')
  // The reuse may have revoked the whole family by now: that gives the same error.
  expect(await oauth.refresh(superseded)).toBeOAuthError('invalid_grant')
  expect(await refreshBesideMore(context, oauth, superseded)).toGiveNoToken()
}
