import { setMaxListeners } from 'node:events'
import { createHttpClient } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import type { EnvironmentName } from '../../mock/store.ts'
import type { Application } from '../application/start.ts'
import type { PartnerConfig } from '../environment/config.ts'
import { type PartnerService, startPartnerService } from '../service/service.ts'
import { type Examination, shownExchanges } from '../session/examination.ts'
import type { Flow } from '../session/flow.ts'
import { DEFAULT_CASES, type ExamineOptions } from './options.ts'
import { ordinaryChanges } from './ordinary-flow.ts'
import { productionUri } from './production-uri.ts'

/** So large may an answer of the application be, and so long may it take. */
const LIMITS = { bodyBytes: 1024 * 1024, headersMs: 10_000, bodyMs: 10_000, totalMs: 15_000 }
const CONNECTIONS = 16
/** What an application may send by itself, and for each request of a browser: one call a field, and a refresh before each. */
const MAX_CALLS = 5_000
const MAX_CALLS_OF_A_REQUEST = 50

/** The service and what browsers are made of, before any application is there. */
export interface Stage {
  readonly service: PartnerService
  /** Ends with the examination, or when the application sends more than anybody could need. */
  readonly signal: AbortSignal
  readonly secrets: SecretRegistry
  /**
   * With an application that runs.
   * @param callsBefore how many calls had arrived when it was started; none where it is left out
   */
  examinationOf(
    environment: EnvironmentName,
    application: Pick<Application, 'url' | 'keptMs'>,
    callsBefore?: number,
  ): Examination
  /** All that browsers and application sent so far, in order; not redacted. */
  exchanges(): readonly Exchange[]
  close(): Promise<void>
}

/**
 * Starts the service.
 * @throws the Node error where a port of it cannot be opened
 */
export async function openStage(config: PartnerConfig, options: ExamineOptions): Promise<Stage> {
  const { secrets = new SecretRegistry(), seed, runs = DEFAULT_CASES, replay } = options
  const credentials = new SecretRegistry()
  const end = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal
  // Every wait of every test hangs on it.
  setMaxListeners(0, signal)
  const browsed: Exchange[] = []
  const flows: Record<EnvironmentName, Flow[]> = { sandbox: [], production: [] }
  let lastId = 0
  const nextId = () => ++lastId
  const redirectUris = { sandbox: config.redirectUri, production: productionUri(config.redirectUri) }
  const service = await startPartnerService({
    ...config,
    redirectUris,
    onSecret(value, label) {
      secrets.add(value, label)
      // A client secret such as `secret` stands in any text.
      if (/^(?:client_secret|access_token|refresh_token)$/.test(label) && SecretRegistry.isDistinctive(value))
        credentials.add(value, label)
    },
    watch: {
      nextId,
      get maxCalls() {
        return MAX_CALLS + MAX_CALLS_OF_A_REQUEST * browsed.length
      },
      onFlood: (says) => end.abort(says),
    },
  })
  let running: Pick<Application, 'keptMs'> | undefined
  const keptMs = (since: number) => running?.keptMs(since) ?? 0
  const http = createHttpClient({
    ...{ secrets, limits: { ...LIMITS, keptMs }, connections: CONNECTIONS, signal },
    keepsAlive: false,
    repeats: false,
  })
  let ordinaryChange: Examination['ordinaryChange'] = ordinaryChanges[0]
  return {
    service,
    signal,
    secrets,
    examinationOf(environment, application, callsBefore = 0) {
      running = application
      return {
        keptMs,
        callsBefore,
        jobHabits: { slowestMs: 0, mostCalls: 0, longestGapMs: 0 },
        ...{ config, service, http, seed: replay?.seed ?? seed, runs, replay, secrets, credentials, signal },
        registration: service.registrations[environment],
        place: {
          appUrl: application.url,
          publicUrl: new URL(redirectUris[environment]).origin,
          authUrl: service.registrations[environment].authUrl,
        },
        browsed,
        flows: flows[environment],
        flowsBefore: environment === 'production' ? flows.sandbox : [],
        record: (exchange) => browsed.push(exchange),
        nextId,
        // What was found to be taken in the sandbox serves in production too.
        get ordinaryChange() {
          return ordinaryChange
        },
        set ordinaryChange(change) {
          ordinaryChange = change
        },
      }
    },
    exchanges() {
      const sent = service.calls.filter(({ isByBrowser }) => !isByBrowser)
      return [...browsed, ...shownExchanges({ service }, sent)].toSorted((a, b) => a.id - b.id)
    },
    async close() {
      await http.close()
      await service.close()
    },
  }
}
