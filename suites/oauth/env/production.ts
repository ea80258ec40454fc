import { statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'

/**
 * Production that gave no answer has refused nothing, and let nothing in; nor has one that redirects whoever asks, as to
 * a login of its staff.
 *
 * @param key the setting that names the place that was asked.
 * @returns the same exchange, answered.
 * @throws InconclusiveError where there was no answer, or a redirect.
 */
export function requireProductionAnswer(exchange: Exchange, key: string): Exchange {
  if (exchange.failure)
    throw new InconclusiveError(`production gave no answer: ${exchange.failure.message}`, [key])
  const status = statusOf(exchange)
  if (status >= 300 && status < 400)
    throw new InconclusiveError(`production redirects whoever asks (${status})`, [key])
  return exchange
}
