import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'

/**
 * Production that gave no answer has refused nothing, and let nothing in.
 *
 * @param key the setting that names the place that was asked.
 * @returns the same exchange, answered.
 * @throws InconclusiveError where there was no answer.
 */
export function requireAnswer(exchange: Exchange, key: string): Exchange {
  if (!exchange.failure) return exchange
  throw new InconclusiveError(`production gave no answer: ${exchange.failure.message}`, [key])
}
