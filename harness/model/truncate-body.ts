import type { Exchange } from '../../client/http/exchange.ts'
import { CUT_MARK } from '../../client/secrets/registry.ts'

/** Bodies that are longer are kept for judging only, in characters. */
const LONGEST = 16 * 1024
/** What is kept of them for people. */
const KEPT = 4 * 1024

/**
 * The exchange as it is remembered: a target may send gigantic bodies, thousands of times. A secret that is cut in two is
 * still taken out later: the place is marked.
 */
export function truncateBody(exchange: Exchange): Exchange {
  const { response } = exchange
  if (!response || response.body.length <= LONGEST) return exchange
  // A copy of its own: a slice would keep the whole text in memory.
  const start = Buffer.from(response.body.slice(0, KEPT)).toString()
  const body = `${start}${CUT_MARK} (${response.bytes} bytes)`
  return { ...exchange, response: { ...response, body, isCut: true } }
}
