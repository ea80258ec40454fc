import type { Exchange } from '../../../client/http/exchange.ts'
import type { Context } from '../../../harness/authoring/index.ts'

/** An ordinary code exchange whose parameters are the members of a JSON body. */
export function exchangeAsJson(
  { http, oauth }: Pick<Context, 'http' | 'oauth'>,
  code: string,
): Promise<Exchange> {
  return http.send({
    method: 'POST',
    url: oauth.tokenEndpoint,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(oauth.exchangeParameters(code)),
  })
}
