import type { Exchange, FailureKind } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'

/** A request that was sent and what came of it, in short and redacted, for whoever looks on. */
export interface Sent {
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly durationMs: number
  readonly method: string
  readonly url: string
  /** The status of the answer, or why none came. */
  readonly outcome: number | FailureKind
  /** The requirement whose test sent it; absent where the suite itself did. */
  readonly requirement?: string
}

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
