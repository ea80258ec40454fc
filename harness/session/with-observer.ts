import { type HttpClient, withSend } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'

/** A client that shows an observer each exchange that counts: what came of a request after whatever was sent again. */
export function withObserver(http: HttpClient, observer: { observe(exchange: Exchange): void }): HttpClient {
  return withSend(http, async (request) => {
    const exchange = await http.send(request)
    observer.observe(exchange)
    return exchange
  })
}
