import type { Exchange } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { Sent } from '../model/sent.ts'

/** What is told of an exchange while the run goes on. */
export function sentOf(exchange: Exchange, secrets: SecretRegistry): Sent {
  const { startedAt, durationMs, request, response, failure, requirement } = exchange
  return {
    startedAt,
    durationMs,
    method: request.method,
    url: secrets.redact(request.url),
    outcome: response?.status ?? failure?.kind ?? 'dropped',
    ...(requirement === undefined ? {} : { requirement }),
  }
}
