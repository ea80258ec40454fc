import { statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import type { Context } from '../../../harness/authoring/index.ts'

/**
 * Production that gave no answer has refused nothing, and let nothing in; nor has one that redirects whoever asks, as to
 * a login of its staff, or that is down for whoever asks.
 *
 * @param key the setting that names the place that was asked.
 * @param askAsNobody asks the same place with credentials that nobody issued, to compare: once for all tests.
 * @returns the same exchange, answered.
 * @throws InconclusiveError where there was no answer, or a redirect, or nobody gets more than this 5xx.
 */
export async function requireProductionAnswer(
  context: Context,
  exchange: Exchange,
  key: string,
  askAsNobody: () => Promise<Exchange>,
): Promise<Exchange> {
  if (exchange.failure)
    throw new InconclusiveError(`production gave no answer: ${exchange.failure.message}`, [key])
  const status = statusOf(exchange)
  if (status >= 300 && status < 400)
    throw new InconclusiveError(`production redirects whoever asks (${status})`, [key])
  const isDown = status >= 500 && statusOf(await context.once(`whether ${key} answers`, askAsNobody)) >= 500
  if (isDown) throw new InconclusiveError(`production is down, whoever asks (${status})`, [key])
  return exchange
}
