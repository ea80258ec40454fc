import { RawBody, UPDATE_METHODS } from '../../../client/donations/api.ts'
import { describeAnswer, givesToken, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { afterRefresh, type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, covering, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { refreshOnce } from '../../axes/refresh.ts'
import { outlast } from '../../axes/token-lifetime.ts'
import { type Held, newTokens, newTokensApart } from '../../axes/tokens.ts'
import { WITH_ADVISOR } from '../../support/donations.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { UNKNOWN_ACCESS_TOKEN, UNKNOWN_CODE, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'
import { actorOf } from '../flows/actor.ts'
import { ordinaryChain } from '../flows/chain.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'
import { expectSameOrganizations } from '../org/org-2.ts'
import { shownOrganizations } from '../org/organizations.ts'

type Between = (context: Context, tokens: Tokens, first: Held) => Promise<unknown>

/** What happens between two refreshes and must not break the chain. */
const BETWEEN: Readonly<Record<string, Between>> = {
  'updates by both methods, and refused ones': async (context, { accessToken }) => {
    const donation = await donationFor(context)
    if (donation === undefined) return
    const authorization = `Bearer ${accessToken}`
    for (const method of UPDATE_METHODS) {
      await context.api.update(method, donation, { memo: 'still here', ...WITH_ADVISOR }, { authorization })
      for (const body of [{ donor_city: 7 }, new RawBody('{')])
        await context.api.update(method, donation, body, { authorization })
    }
  },
  'refused calls and refreshes': async (context, { accessToken }, first) => {
    const authorization = `Bearer ${accessToken}`
    // A server of the partner may not have heard of the refresh yet. What the old token opens is free.
    await context.api.organizations({ authorization: `Bearer ${first.accessToken}` })
    for (const body of [{}, { donor_city: 7 }, new RawBody('{')])
      await context.api.update('PATCH', 'no-such-donation', body, { authorization })
    await context.api.organizations({ authorization: `Bearer ${UNKNOWN_ACCESS_TOKEN}` })
    const { foreignDonationId, nonPledgedDonationIds } = context.target
    if (foreignDonationId !== undefined)
      await context.api.update('PATCH', foreignDonationId, {}, { authorization })
    const donation = nonPledgedDonationIds.length > 0 ? await donationFor(context) : undefined
    if (donation !== undefined) await context.api.update('PATCH', donation, PLAIN_GATED, { authorization })
    await context.oauth.exchangeCode(UNKNOWN_CODE)
    await context.oauth.refresh(UNKNOWN_REFRESH_TOKEN)
  },
  'refreshes of another user': async (context) => {
    if (!context.target.noOrgUser || !context.canLogIn || context.grants.oneTestAtATime) return
    await newTokens(context, { user: 'a user without organizations', client: 'first client', refreshes: 1 })
  },
}

/** Whose refresh token has to work at the end of the run: one of a code, and one of a refresh. */
const LASTING = {
  'of a code': FIRST_HOLDER,
  'of a refresh': { ...FIRST_HOLDER, refreshes: 1 },
}

/** One donation for all of it, of a status that refuses gated fields if there is one. */
async function donationFor(context: Context): Promise<string | undefined> {
  const { pledgedDonationIds, nonPledgedDonationIds } = context.target
  if (nonPledgedDonationIds.length > 0) return context.donation('other')
  return pledgedDonationIds.length > 0 ? context.donation() : undefined
}

/** Chains of refreshes, each with the token of the last response. */
export const refresh3 = requirement(
  'REFRESH-3',
  test('with something between', async (context) => {
    // The suite's own tokens come last, and meanwhile it is kept: see `newTokens`.
    if (!context.canLogIn) await donationFor(context)
    const { held, ...soFar } = await goOn(context)
    let { newest, turn } = soFar
    const refreshes: (readonly [when: string, Exchange])[] = []
    for (const [name, happen] of Object.entries(BETWEEN)) {
      await happen(context, newest, held)
      if (context.canLogIn) context.giveBack()
      const when = `after ${name}`
      const refresh = await refreshOnce(context, held, newest)
      newest = expectNext(refresh, newest, ++turn, when)
      refreshes.push([when, refresh])
    }
    // An exchange that does not name the organizations as documented is TOKEN-2's matter.
    if (!shownOrganizations(held.exchange)) return
    for (const [when, refresh] of refreshes) expectSameOrganizations(held.exchange, refresh, when)
  }),
  covering('of each user', WHOSE, async (context, whose) => {
    const { held, links } = await ordinaryChain(context, whose)
    for (const [index, { refresh }] of links.entries()) expectNext(seenBy(context, refresh), held, index + 1)
  }),
  cases('as the last act', LASTING, async (context, holder) => {
    if (!context.canLogIn) throw new NotApplicableError('nobody can log in here')
    const held = await newTokensApart(context, holder)
    const began = context.serviceNow
    // A partner refreshes shortly before the access token expires: so long a refresh token has to live.
    await outlast(context, held, began)
    expectNext(await refreshOnce(context, held, held), held, holder.refreshes + 1)
  }),
)

/** A chain, and where it has got to. */
interface ChainSoFar {
  readonly held: Held
  readonly newest: Tokens
  /** How many refreshes there were. */
  readonly turn: number
}

/**
 * Goes on with the main user's chain: it becomes longer than any number that services count to. Where that chain has
 * ended, by a later login for instance, a new one begins.
 */
async function goOn(context: Context): Promise<ChainSoFar> {
  const { newest, links, ...chain } = await ordinaryChain(context, FIRST_HOLDER)
  // Another test began the chain: from here on this test is the one that sends.
  const held = { ...chain.held, ...(chain.held.asker && actorOf(context, FIRST_HOLDER)) }
  const refresh = await refreshOnce(context, held, newest)
  if (givesToken(refresh)) return { held, newest: after(newest, refresh), turn: links.length + 1 }
  const fresh = await newTokens(context, FIRST_HOLDER)
  return { held: fresh, newest: expectNext(await refreshOnce(context, fresh, fresh), fresh, 1), turn: 1 }
}

/**
 * The next tokens of a chain.
 * @param when in words, where something happened before.
 * @throws ViolationError where the newest refresh token does not give any.
 */
function expectNext(exchange: Exchange, newest: Tokens, turn: number, when = ''): Tokens {
  ensure(
    isAccepted(exchange) && givesToken(exchange),
    `tokens from refresh ${turn} of a chain, each with the newest refresh token${when && `, ${when}`}`,
    describeAnswer(exchange),
    [exchange],
  )
  return after(newest, exchange)
}

function after(newest: Tokens, exchange: Exchange): Tokens {
  const tokens = tokensOf(exchange)
  return tokens ? afterRefresh(newest.refreshToken, tokens) : newest
}
