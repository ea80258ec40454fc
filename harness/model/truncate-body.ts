import type { Exchange } from '../../client/http/exchange.ts'
import { CUT_MARK } from '../../client/secrets/cut.ts'

/** In characters. A longer body is judged whole, and recorded only in part. */
const LONGEST = 16 * 1024
/** How many characters of a longer body are recorded. */
const KEPT = 4 * 1024

/**
 * The exchange as it is recorded: a target may send huge bodies thousands of times. The cut is marked, so that a
 * secret that it divides is still redacted.
 */
export function truncateBody(exchange: Exchange): Exchange {
  const { response } = exchange
  if (!response || response.body.length <= LONGEST) return exchange
  // Copied: a slice would keep the whole text in memory.
  const start = Buffer.from(response.body.slice(0, KEPT)).toString()
  const body = `${start}${CUT_MARK} (${response.bytes} bytes)`
  return { ...exchange, response: { ...response, body, isCut: true } }
}
