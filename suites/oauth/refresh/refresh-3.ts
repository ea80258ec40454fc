import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { describeAnswer, givesToken, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, covering, ensure, requirement } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, type Held, hold, outlast } from '../../axes/bearer.ts'
import { CLIENT_NAMES, refreshOnce, USER_NAMES } from '../../axes/refresh.ts'
import { UNKNOWN_ACCESS_TOKEN, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'

/** Refreshes in a row: enough for what breaks only after a few. */
const CHAIN_LENGTH = 8
const SHORT_CHAIN = 3

type Between = (context: Context, tokens: Tokens) => Promise<unknown>

/** What happens between two refreshes and must not break the chain. */
const BETWEEN: Readonly<Record<string, Between>> = {
  nothing: async () => undefined,
  'reads of the organizations': ({ api }, { accessToken }) =>
    api.organizations({ authorization: `Bearer ${accessToken}` }),
  'updates by both methods': async (context, { accessToken }) => {
    if (context.target.pledgedDonationIds.length + context.target.nonPledgedDonationIds.length === 0)
      throw new NotApplicableError('no donation is known')
    const donation = await context.donation()
    for (const method of UPDATE_METHODS)
      await context.api.update(method, donation, {}, { authorization: `Bearer ${accessToken}` })
  },
  'refused calls and refreshes': async (context, { accessToken }) => {
    const authorization = `Bearer ${accessToken}`
    await context.api.update('PATCH', 'no-such-donation', {}, { authorization })
    await context.api.organizations({ authorization: `Bearer ${UNKNOWN_ACCESS_TOKEN}` })
    await context.oauth.refresh(UNKNOWN_REFRESH_TOKEN)
  },
  'refreshes of another user': async (context) => {
    if (!context.target.noOrgUser || !context.canLogIn || context.grants.inTurn)
      throw new NotApplicableError('no other user, or grants end one another here')
    await hold(context, { user: 'a user without organizations', client: 'first client', refreshes: 1 })
  },
}

/** What the run begins with and asks for again at its end: refresh tokens that were used, and that were not. */
const LASTING = {
  'of a code': FIRST_HOLDER,
  'of a refresh': { ...FIRST_HOLDER, refreshes: 1 },
}

/** Chains of refreshes, each with the token of the last response. */
export const refresh3 = requirement(
  'REFRESH-3',
  cases('with something between', BETWEEN, async (context, between, name) => {
    const held = await hold(context, FIRST_HOLDER)
    let newest: Tokens = held
    const length = name === 'nothing' || name.startsWith('reads') ? CHAIN_LENGTH : SHORT_CHAIN
    for (let turn = 1; turn <= length; turn++) {
      newest = await expectNext(context, held, newest, turn)
      await between(context, newest)
    }
  }),
  covering(
    'of each user',
    { user: USER_NAMES, client: CLIENT_NAMES },
    async (context, { user, client }) => {
      const held = await hold(context, { user, client, refreshes: 0 })
      let newest: Tokens = held
      for (let turn = 1; turn <= SHORT_CHAIN; turn++) newest = await expectNext(context, held, newest, turn)
    },
    { strength: 1 },
  ),
  cases('as the last act', LASTING, async (context, holder) => {
    if (!context.canLogIn) throw new NotApplicableError('nobody can log in here')
    const held = await hold(context, holder)
    const began = context.serviceNow
    // A partner refreshes shortly before the access token expires: so long a refresh token has to live.
    await outlast(context, held, began)
    await expectNext(context, held, held, holder.refreshes + 1)
  }),
)

/**
 * The next tokens of a chain.
 * @throws ViolationError where the newest refresh token does not give any.
 */
async function expectNext(context: Context, held: Held, newest: Tokens, turn: number): Promise<Tokens> {
  const exchange: Exchange = await refreshOnce(context, held, newest)
  ensure(
    isAccepted(exchange) && givesToken(exchange),
    `tokens from refresh ${turn} of a chain, each with the newest refresh token`,
    describeAnswer(exchange),
    [exchange],
  )
  const tokens = tokensOf(exchange)
  return { ...newest, ...tokens, refreshToken: tokens?.refreshToken ?? newest.refreshToken }
}
