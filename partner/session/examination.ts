import type { HttpClient } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { Replay } from '../../harness/model/settings.ts'
import type { Place } from '../browser/browser.ts'
import type { PartnerConfig } from '../environment/config.ts'
import { type Call, exchangeOf } from '../service/call.ts'
import type { PartnerService, Registration } from '../service/service.ts'
import type { Flow } from './flow.ts'
import type { JobHabits } from './queued.ts'

/** What one application in one environment is examined with. */
export interface Examination {
  readonly config: PartnerConfig
  readonly service: PartnerService
  readonly registration: Registration
  readonly http: HttpClient
  readonly place: Place
  readonly seed: number
  /** Cases of each property. */
  readonly runs: number
  /** The one case that is tried again, if that is all. */
  readonly replay: Replay | undefined
  readonly secrets: SecretRegistry
  /** Tokens and client secrets alone: what must not reach a browser. */
  readonly credentials: SecretRegistry
  readonly signal: AbortSignal
  /** How long a busy machine kept the application from running, in milliseconds. @param since of `performance.now()` */
  keptMs(since: number): number
  /** How many calls had arrived when the application was started. */
  readonly callsBefore: number
  /** What browsers sent and received so far. */
  readonly browsed: readonly Exchange[]
  /** What the application began so far, for whomever. */
  readonly flows: Flow[]
  /** What it began when it was started for the other environment before. */
  readonly flowsBefore: readonly Flow[]
  /** An update that the application takes, as far as is known; each number makes another one. */
  ordinaryChange: (number: number) => Readonly<Record<string, unknown>>
  readonly jobHabits: JobHabits
  record(exchange: Exchange): void
  nextId(): number
}

/** Calls as reports show them, in order. */
export function shownExchanges(
  { service: { registrations } }: Pick<Examination, 'service'>,
  calls: readonly Call[],
): readonly Exchange[] {
  return calls.map((call) => {
    const { authUrl, apiUrl } = registrations[call.environment]
    return exchangeOf(call, call.host === 'auth' ? authUrl : apiUrl)
  })
}
