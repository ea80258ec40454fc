import { setMaxListeners } from 'node:events'
import { createHttpClient } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { reasonToEnd } from '../../harness/session/interruptible.ts'
import type { EnvironmentName } from '../../mock/store.ts'
import { ApplicationError } from '../application/start.ts'
import type { PartnerConfig } from '../environment/config.ts'
import { examinedRequirements } from '../requirements/index.ts'
import { type PartnerService, startPartnerService } from '../service/service.ts'
import type { Examination } from '../session/examination.ts'
import { shown } from '../session/examination.ts'
import { Findings } from './findings.ts'
import { openApplication } from './open-application.ts'
import { DEFAULT_CASES, type ExamineOptions } from './options.ts'
import { ordinaryFlow } from './ordinary-flow.ts'
import { productionUri } from './production-uri.ts'
import { type PlannedTest, runTests } from './run-tests.ts'

/** So large may an answer of the application be, and so long may it take. */
const LIMITS = { bodyBytes: 1024 * 1024, headersMs: 10_000, bodyMs: 10_000, totalMs: 15_000 }
const CONNECTIONS = 16

/**
 * Examines a partner's application: plays the service and the users, and judges what the application sends.
 *
 * Never rejects for anything that the application does: what keeps it from being examined is the `problem` of the result.
 * @throws the Node error where a port of the service cannot be opened
 */
export async function examine(config: PartnerConfig, options: ExamineOptions): Promise<RunResult> {
  const secrets = options.secrets ?? new SecretRegistry()
  const credentials = new SecretRegistry()
  const end = new AbortController()
  const signal = options.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal
  // Every wait of every test hangs on it.
  setMaxListeners(0, signal)
  const browsed: Exchange[] = []
  let lastId = 0
  const nextId = () => ++lastId
  const redirectUris = { sandbox: config.redirectUri, production: productionUri(config.redirectUri) }
  const service = await startPartnerService({
    ...config,
    redirectUris,
    onSecret(value, label) {
      secrets.add(value, label)
      if (label !== 'code' && label !== 'password') credentials.add(value, label)
    },
    watch: { nextId, onFlood: (says) => end.abort(says) },
  })
  const http = createHttpClient({ secrets, limits: LIMITS, connections: CONNECTIONS, signal, repeats: false })
  const findings = new Findings(config, options, service)
  const examinationOf = (environment: EnvironmentName, appUrl: string): Examination => ({
    config,
    service,
    registration: service.registrations[environment],
    http,
    place: {
      appUrl,
      publicUrl: new URL(redirectUris[environment]).origin,
      authUrl: service.registrations[environment].authUrl,
    },
    seed: options.replay?.seed ?? options.seed,
    runs: options.runs ?? DEFAULT_CASES,
    replay: options.replay,
    secrets,
    credentials,
    signal,
    browsed,
    ordinaryChange: findings.ordinaryChange,
    record: (exchange) => browsed.push(exchange),
    nextId,
  })
  const planned = plannedTests(options)
  findings.total = planned.length
  try {
    for (const environment of ['sandbox', 'production'] as const) {
      const tests = planned.filter(({ test }) => test.environment === environment)
      if (tests.length === 0 || signal.aborted || findings.problem !== undefined) continue
      await examineIn(environment, tests, { config, service, findings, signal, examinationOf })
    }
  } finally {
    await http.close()
    await service.close()
  }
  const problem = signal.aborted ? reasonToEnd(signal) : findings.problem
  const application = service.calls.filter(({ isByBrowser }) => !isByBrowser)
  const exchanges = [...browsed, ...shown({ service }, application)].toSorted((a, b) => a.id - b.id)
  return findings.result(secrets.redactDeep(exchanges), problem)
}

interface Stage {
  readonly config: PartnerConfig
  readonly service: PartnerService
  readonly findings: Findings
  readonly signal: AbortSignal
  examinationOf(environment: EnvironmentName, appUrl: string): Examination
}

/** Starts the application for one environment, runs the tests of that environment, and ends it. */
async function examineIn(
  environment: EnvironmentName,
  tests: readonly PlannedTest[],
  stage: Stage,
): Promise<void> {
  const { config, service, findings, signal } = stage
  const onEvidence = findings.add.bind(findings)
  try {
    const application = await openApplication(config, service.registrations[environment], signal)
    try {
      const examination = stage.examinationOf(environment, application.url)
      const problem = environment === 'sandbox' ? await ordinaryFlow(examination) : undefined
      findings.ordinaryChange = examination.ordinaryChange
      if (problem !== undefined) findings.problem = problem
      else {
        await runTests(
          examination,
          tests.filter(({ test }) => !test.isLast),
          onEvidence,
        )
        await runTests(
          examination,
          tests.filter(({ test }) => test.isLast),
          onEvidence,
        )
      }
      if (application.ended !== undefined && !signal.aborted)
        findings.problem = `the application ${application.ended} while it was examined`
    } finally {
      await application.stop()
    }
  } catch (error) {
    if (!(error instanceof ApplicationError)) throw error
    if (environment === 'sandbox') findings.problem = error.message
    else for (const { id } of tests) onEvidence(undecided(id, error.message))
  }
}

function undecided(id: PlannedTest['id'], reason: string) {
  return { id, verdict: 'inconclusive', reason, violations: [], cases: 0, durationMs: 0 } as const
}

function plannedTests({ only, replay }: ExamineOptions): PlannedTest[] {
  return examinedRequirements
    .filter(({ id }) => !only || only.includes(id))
    .flatMap(({ id, tests }) => tests.map((test) => ({ id, test })))
    .filter(
      ({ id, test }) => !replay || replay.test === (test.label === undefined ? id : `${id}/${test.label}`),
    )
}
