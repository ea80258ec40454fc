import { type HttpClient, withSend } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'

/** A client whose exchanges are shown to each of the watchers: those that count, after whatever was sent again. */
export function withWatchers(
  http: HttpClient,
  watchers: readonly { observe(exchange: Exchange): void }[],
): HttpClient {
  return withSend(http, async (request) => {
    const exchange = await http.send(request)
    for (const watcher of watchers) watcher.observe(exchange)
    return exchange
  })
}
