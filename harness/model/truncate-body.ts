import type { Exchange } from '../../client/http/exchange.ts'

/** Bodies that are longer are kept for judging only, in characters. */
const LONGEST = 16 * 1024
/** What is kept of them for people. */
const KEPT = 4 * 1024

/** The exchange as it is remembered: a target may send gigantic bodies, thousands of times. */
export function truncateBody(exchange: Exchange): Exchange {
  const { response } = exchange
  if (!response || response.body.length <= LONGEST) return exchange
  // A copy of its own: a slice would keep the whole text in memory.
  const start = Buffer.from(response.body.slice(0, KEPT)).toString()
  return { ...exchange, response: { ...response, body: `${start}… (${response.bytes} bytes)` } }
}
