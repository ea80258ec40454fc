import type { AdviceObserver } from '../../advice/observer.ts'
import { createHttpClient, type HttpClient } from '../../client/http/client.ts'
import { DEFAULT_CONCURRENCY } from '../../client/http/limits.ts'
import { throttle } from '../../client/http/throttle.ts'
import type { TransportStats } from '../../client/http/transport-stats.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RunSettings } from '../model/settings.ts'
import type { Recorder } from './recorder.ts'

/** What the client of a run tells of what it sends. */
interface Observers {
  readonly secrets: SecretRegistry
  readonly recorder: Recorder
  readonly advice: AdviceObserver
  readonly stats: TransportStats
}

/** The client of a run: as fast as its target bears, and recorded. */
export function openTransport(
  { target, rateLimits = {} }: RunSettings,
  { secrets, recorder, advice, stats }: Observers,
  signal: AbortSignal,
): HttpClient {
  const http = createHttpClient({
    secrets,
    recorder: (exchange) => recorder.record(exchange),
    signal,
    network: target.network,
    stats,
    onSecureConnection: (connection) => advice.connection(connection),
  })
  // A service in this process bears as many requests as the suite sends; any other gets few at first.
  const startConcurrency = target.kind === 'mock' ? { startConcurrency: DEFAULT_CONCURRENCY } : {}
  const { codeLifetimeSeconds } = target
  return throttle(http, { ...startConcurrency, ...rateLimits, codeLifetimeSeconds }, signal, stats)
}
