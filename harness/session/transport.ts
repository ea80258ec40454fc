import { createHttpClient, type HttpClient } from '../../client/http/client.ts'
import { DEFAULT_CONCURRENCY } from '../../client/http/limits.ts'
import { withLivenessProbe } from '../../client/http/liveness-probe.ts'
import { throttle } from '../../client/http/throttle.ts'
import type { TransportStats } from '../../client/http/transport-stats.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RunSettings } from '../model/settings.ts'
import { interruptible } from './interruptible.ts'
import type { Observers } from './observers.ts'
import { withObserver } from './with-observer.ts'

/** What the clients of a run tell of what they send. */
interface Told {
  readonly secrets: SecretRegistry
  readonly observers: Observers
  readonly stats: TransportStats
  /** Is told why, once, where the target is gone. */
  readonly onGone: (why: string) => void
}

/** The clients of a run, which share their connections and limits. */
interface Transport {
  /** Sends what tests judge. */
  readonly http: HttpClient
  /** Sends what no rule judges, and what may well fail. */
  readonly unjudged: HttpClient
}

/** The clients of a run: as fast as its target bears, and recorded, until the signal ends the run. */
export function openTransport(
  { target, rateLimits = {} }: RunSettings,
  { secrets, observers, stats, onGone }: Told,
  signal: AbortSignal,
): Transport {
  const http = createHttpClient({
    secrets,
    recorder: (exchange) => observers.record(exchange),
    signal,
    network: target.network,
    stats,
    onSecureConnection: (connection) => observers.advice.connection(connection),
  })
  // A service in this process bears as many requests as the suite sends; any other gets few at first.
  const startConcurrency = target.kind === 'mock' ? { startConcurrency: DEFAULT_CONCURRENCY } : {}
  const { codeLifetimeSeconds } = target
  const limits = { ...startConcurrency, ...rateLimits, codeLifetimeSeconds }
  const throttled = throttle(http, limits, signal, stats)
  const origins = [target.authUrl, target.apiUrl].map((url) => new URL(url).origin)
  const probed = interruptible(withLivenessProbe(throttled, origins, onGone, stats), signal)
  return { http: withObserver(probed, observers), unjudged: interruptible(throttled, signal) }
}
