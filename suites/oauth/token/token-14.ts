import { givesToken, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { encodeParameters } from '../../../client/oauth/oauth.ts'
import { type Context, cases, requirement } from '../../../harness/authoring/index.ts'
import { basicAuthorization } from '../../support/credentials.ts'
import { exchangeAsJson } from './exchange-as-json.ts'

/** Ways to send a code exchange that the contract does not name. */
const OTHER_WAYS: Readonly<Record<string, (context: Context, code: string) => Promise<Exchange>>> = {
  'a JSON body': exchangeAsJson,
  'a query string': ({ http, oauth }, code) =>
    http.send({
      method: 'POST',
      url: `${oauth.tokenEndpoint}?${encodeParameters(oauth.exchangeParameters(code))}`,
    }),
  'HTTP Basic client authentication': ({ oauth }, code) => {
    const { client_id, client_secret, ...parameters } = oauth.exchangeParameters(code)
    return oauth.token(parameters, { authorization: basicAuthorization(oauth.client) })
  },
}

/** Each way with a fresh code of its own. */
export const token14 = requirement(
  'TOKEN-14',
  { irregular: true },
  cases(OTHER_WAYS, async (context, send, name) => {
    const code = await context.oauth.obtainCode()
    const exchange = await send(context, code)
    context.observe(name, `${statusOf(exchange)}${givesToken(exchange) ? ' with tokens' : ''}`)
  }),
)
