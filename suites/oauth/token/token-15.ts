import {
  describeAnswer,
  givesToken,
  holdsOAuthError,
  isJsonTyped,
  isRefused,
  statusOf,
} from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  axis,
  type Context,
  cases,
  covering,
  ensure,
  expect,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { isMainRow } from '../../axes/askers.ts'
import { only } from '../../support/only.ts'
import { UNKNOWN_CLIENT_ID, UNKNOWN_CODE, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'
import { chainWithWrongRefreshes } from '../flows/chain.ts'
import { reusedCode } from '../flows/reused-code.ts'
import { codeInWrongExchanges } from '../flows/tried-codes.ts'
import { WHOSE, type Whose } from '../flows/whose.ts'
import { exchangeAsJson } from './exchange-as-json.ts'
import { secondAsker } from './living.ts'

const CREDENTIALS: Readonly<Record<string, FormParameters>> = {
  'no grant_type': { grant_type: undefined },
  'an empty grant_type': { grant_type: '' },
  'an unknown grant_type': { grant_type: 'made_up' },
  'no client_id': { client_id: undefined },
  'an empty client_id': { client_id: '' },
  'an unknown client_id': { client_id: UNKNOWN_CLIENT_ID },
  'no client_secret': { client_secret: undefined },
  'an empty client_secret': { client_secret: '' },
  'a wrong client_secret': { client_secret: 'wrong' },
  'no client authentication': { client_id: undefined, client_secret: undefined },
  'a parameter twice': { grant_type: ['authorization_code', 'refresh_token'] },
  'client_id twice': { client_id: ['one', 'another'] },
}

const EXCHANGES: Readonly<Record<string, FormParameters>> = {
  'an unknown code': {},
  'no code': { code: undefined },
  'an empty code': { code: '' },
  'no redirect_uri': { redirect_uri: undefined },
  'a redirect_uri that is none': { redirect_uri: '/relative' },
  'a very long code': { code: 'x'.repeat(3_000) },
  'no parameter at all': {
    grant_type: undefined,
    code: undefined,
    client_id: undefined,
    client_secret: undefined,
    redirect_uri: undefined,
  },
  'a code with a quote': { code: `${UNKNOWN_CODE}'` },
}

const REFRESHES: Readonly<Record<string, FormParameters>> = {
  'an unknown refresh token': {},
  'no refresh token': { refresh_token: undefined },
  'an empty refresh token': { refresh_token: '' },
}

/** What stands before the endpoint often takes care of this header, and answers in its own way. */
const BY_BASIC: Readonly<Record<string, string>> = {
  'of an unknown client': 'Basic d3Jvbmc6d3Jvbmc=',
  'without a colon': 'Basic d3Jvbmctd3Jvbmc=',
  'that are no base64': 'Basic wrong.wrong!',
}

/** A header by which frameworks word errors in another language. No Accept is sent: a request for HTML may get HTML. */
const OF_ANOTHER_LANGUAGE: Readonly<Record<string, string>> = { 'accept-language': 'de-DE,de;q=0.9' }

/** Refusals of codes and tokens that the service knows, which other requirements judge for the rest. */
const KNOWN: Readonly<Record<string, (context: Context, whose: Whose) => Promise<unknown>>> = {
  'a code in wrong exchanges': codeInWrongExchanges,
  'a used code': reusedCode,
  'a refresh token in wrong refreshes': chainWithWrongRefreshes,
}

/** Those that stand for the rest where a refresh token is sent. */
const BY_REFRESH = [
  'no client_id',
  'an unknown client_id',
  'no client_secret',
  'a wrong client_secret',
  'client_id twice',
]

/** Those that stand for the rest where the second client asks. */
const BY_SECOND_CLIENT = [
  'an unknown grant_type',
  'no client_secret',
  'a wrong client_secret',
  'an unknown code',
  'no redirect_uri',
]

/** A rule judges every refusal of the token endpoint; these cases make sure that there is one for each reason. */
export const token15 = requirement(
  'TOKEN-15',
  { judgedByRule: true, isolated: true },
  cases({ ...CREDENTIALS, ...EXCHANGES }, async ({ oauth }, changes) => {
    requireRefusal(await oauth.exchangeCode(UNKNOWN_CODE, changes))
  }),
  cases('by refresh', { ...byName(BY_REFRESH), ...REFRESHES }, async ({ oauth }, changes) => {
    const parameters = { ...oauth.refreshParameters(UNKNOWN_REFRESH_TOKEN), ...changes }
    requireRefusal(await oauth.token(parameters, OF_ANOTHER_LANGUAGE))
  }),
  cases('by the second client', byName(BY_SECOND_CLIENT), async (context, changes) => {
    requireRefusal(await secondAsker(context).exchangeCode(UNKNOWN_CODE, changes))
  }),
  cases('credentials by HTTP Basic', BY_BASIC, async ({ oauth }, authorization) => {
    const { client_id: _, client_secret: __, ...parameters } = oauth.exchangeParameters(UNKNOWN_CODE)
    requireRefusal(await oauth.token(parameters, { authorization }))
  }),
  test('a JSON body', async (context) => {
    const exchange = await exchangeAsJson(context, UNKNOWN_CODE)
    if (statusOf(exchange) === 415)
      throw new NotApplicableError('what parses bodies answers before the endpoint')
    requireRefusal(exchange)
    if (isRefused(exchange)) expectErrorIn(exchange)
  }),
  covering(
    'of a known code or token',
    { refused: axis('refused', KNOWN), ...WHOSE },
    async (context, { refused: refuse, ...whose }) => {
      await refuse(context, whose)
    },
    { except: isMainRow },
  ),
)

/** The rule judges the wording of refusals. Answers that do not refuse are for TOKEN-5, -8, -10, -11, REFRESH-5 and -7. */
function requireRefusal(exchange: Exchange): void {
  if (exchange.response && givesToken(exchange)) throw new NotApplicableError('it gave a token, and no error')
  expect(exchange).toGiveNoToken()
}

/** As the rule does for forms. */
function expectErrorIn(exchange: Exchange): void {
  const expected = 'a JSON error with `error` and `error_description`, both strings'
  ensure(holdsOAuthError(exchange) && isJsonTyped(exchange), expected, describeAnswer(exchange), [exchange])
}

function byName(names: readonly string[]): Readonly<Record<string, FormParameters>> {
  return only({ ...CREDENTIALS, ...EXCHANGES }, names)
}
