import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'

/**
 * Production that cannot be reached from here has refused nothing, and let nothing in.
 * @throws InconclusiveError
 */
export function requireThere(exchange: Exchange, key: string): Exchange {
  if (!exchange.failure) return exchange
  throw new InconclusiveError(`production gave no answer: ${exchange.failure.message}`, [key])
}
