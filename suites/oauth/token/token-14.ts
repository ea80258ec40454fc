import { givesToken, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { encodeParameters } from '../../../client/oauth/oauth.ts'
import { type Context, cases, requirement } from '../../../harness/authoring/index.ts'

export const token14 = requirement(
  'TOKEN-14',
  { irregular: true },
  cases<(context: Context, code: string) => Promise<Exchange>>(
    {
      'a JSON body': ({ http, oauth }, code) =>
        http.send({
          method: 'POST',
          url: oauth.tokenEndpoint,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(oauth.exchangeParameters(code)),
        }),
      'a query string': ({ http, oauth }, code) =>
        http.send({
          method: 'POST',
          url: `${oauth.tokenEndpoint}?${encodeParameters(oauth.exchangeParameters(code))}`,
        }),
      'HTTP Basic client authentication': ({ oauth }, code) => {
        const { id, secret } = oauth.client
        const credentials = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString(
          'base64',
        )
        const { client_id, client_secret, ...parameters } = oauth.exchangeParameters(code)
        return oauth.token(parameters, { authorization: `Basic ${credentials}` })
      },
    },
    async (context, send, name) => {
      const exchange = await send(context, await context.oauth.obtainCode())
      context.observe(name, `${statusOf(exchange)}${givesToken(exchange) ? ' with tokens' : ''}`)
    },
  ),
)
