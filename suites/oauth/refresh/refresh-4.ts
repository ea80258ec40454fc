import { givesToken } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError, unlessUndecided } from '../../../contract/verdict.ts'
import { type Context, cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENTS, USERS } from '../../axes/askers.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { refreshBesideMore } from '../../axes/refresh.ts'
import { ordinaryChain } from '../flows/chain.ts'
import type { Whose } from '../flows/whose.ts'
import { outlastGrace, reuse, supersede, supersededIn, supersedeOf } from './superseded.ts'

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
      // Refused at once, it has to be refused a while later, too, and so has one that nobody tried before.
      const later = generations > 1 ? await neverTried(context, generations) : undefined
      await context.alone()
      expect(await reuse(context, oauth, later ?? superseded.refreshToken)).toGiveNoToken()
      return
    }
    // Asked again, this token may be granted more time: another one is asked once, when all grace is over.
    context.observe('a superseded refresh token', 'works for a while')
    const later = await supersede(context, generations)
    await outlastGrace(context, later)
    await expectRefused(await reuse(context, oauth, later.refreshToken), context, later.refreshToken)
  }),
  cases('of others', OTHERS, async (context, { generations, ...whose }) => {
    const asker = askerOf(context, USERS[whose.user], CLIENTS[whose.client])
    const chain = await ordinaryChain(context, whose)
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
    await outlastGrace(context, later)
    expect(await reuse(context, asker, later.refreshToken)).toBeOAuthError('invalid_grant')
  }),
)

/** A superseded token of the main user and client that was not sent since; undefined where there is none. */
async function neverTried(context: Context, generations: number): Promise<string | undefined> {
  const find = async () => supersededIn(await ordinaryChain(context, FIRST_HOLDER), generations)
  return find().catch(unlessUndecided)
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
