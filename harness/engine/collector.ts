import { missingNeeds } from '../../client/environment/needs.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { DEFAULT_CONCURRENCY } from '../../client/http/limits.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import { serviceRequirements } from '../../contract/index.ts'
import { type CoverageSummary, summarize } from '../model/coverage.ts'
import type {
  Closing,
  Evidence,
  Pause,
  Report,
  RuleEvidence,
  ShardEvidence,
  TestEvidence,
} from '../model/evidence.ts'
import { limitsOf, type RunLimits } from '../model/limits.ts'
import { outcomeOf } from '../model/outcome.ts'
import type { Observation, RunResult } from '../model/result.ts'
import type { RunSettings } from '../model/settings.ts'
import { tool } from '../model/tool.ts'
import { byName, byTest, resultsOf, sumOfRules } from './results.ts'

/** How far a run is. */
export interface ProgressState {
  /** Tests that have ended. */
  readonly ended: number
  readonly total: number
  readonly requests: number
  /** The requirements whose tests have not all ended. */
  readonly open: readonly string[]
  /** What is waited for on purpose just now. */
  readonly pause?: Pause
}

/** Collects what the tests found out. */
export class Collector {
  readonly #settings: RunSettings
  readonly #onProgress: () => void
  readonly #startedAt = new Date()
  readonly #started = performance.now()
  readonly #tests: TestEvidence[] = []
  readonly #rules: RuleEvidence[] = []
  readonly #observations: Observation[] = []
  readonly #exchanges: Exchange[] = []
  readonly #problems: string[] = []
  readonly #coverage: CoverageSummary[] = []
  #closing: Closing | undefined
  #total = 0
  #pause: Pause | undefined
  /** The requirement of each test that has not ended. */
  readonly #open: string[] = []
  #finished = 0

  constructor(settings: RunSettings, onProgress: () => void = () => {}) {
    this.#settings = settings
    this.#onProgress = onProgress
  }

  get progress(): ProgressState {
    return {
      ended: this.#finished,
      total: this.#total,
      requests: this.#exchanges.length,
      open: [...new Set(this.#open)],
      ...(this.#pause && { pause: this.#pause }),
    }
  }

  /** Why the run could not be finished, as far as the suites themselves know. */
  get problem(): string | undefined {
    return this.#problems[0]
  }

  /** Takes in what the worker reports. */
  take(report: Report): void {
    if ('planned' in report) this.#plan(report.planned)
    else if ('evidence' in report) this.#add(report.evidence)
    else if ('problem' in report) this.#problems.push(report.problem)
    else if ('pause' in report) this.#wait(report.pause)
    else if ('closing' in report) this.#closing = report.closing
  }

  #wait(pause: Pause | undefined): void {
    this.#pause = pause
    this.#onProgress()
  }

  #plan(planned: readonly string[]): void {
    this.#total = planned.length
    this.#open.push(...planned)
    this.#onProgress()
  }

  /** Takes in what one test found out. */
  #add(evidence: Evidence): void {
    const [own] = evidence.tests
    if (own) this.#finished += 1
    const at = own ? this.#open.indexOf(own.id) : -1
    if (at >= 0) this.#open.splice(at, 1)
    if (evidence.problem !== undefined) this.#problems.push(evidence.problem)
    if (evidence.coverage) this.#coverage.push(summarize(evidence.coverage))
    this.#tests.push(...evidence.tests)
    this.#rules.push(...evidence.rules)
    this.#observations.push(...evidence.observations)
    this.#exchanges.push(...evidence.exchanges)
    this.#onProgress()
  }

  /** Tells the secrets of the run, once it is over, to whoever will look for them in what is written. */
  tellSecrets(secrets: SecretRegistry): void {
    for (const [value, label] of this.#closing?.secrets ?? [])
      if (SecretRegistry.isDistinctive(value)) secrets.add(value, label)
  }

  /** Why a replay says nothing of the service; undefined where the case was sent and judged, or where there is none. */
  get notReplayed(): string | undefined {
    const { replay, only } = this.#settings
    if (!replay) return undefined
    if (this.#total === 0) return `no test is called ${replay.test}`
    const speaking = this.#tests.filter(
      (test) => test.verdict !== 'not-applicable' || test.violations.length > 0,
    )
    const judgedByRules = this.#rules.some(({ id, judged }) => only?.includes(id) && judged > 0)
    if (speaking.length === 0 && judgedByRules) return undefined
    if (speaking.some(({ verdict }) => verdict !== 'inconclusive')) return undefined
    const { reason = 'its test did not end' } = speaking[0] ?? this.#tests[0] ?? {}
    return `the case was not sent again: ${reason}`
  }

  /**
   * What results are of: of a replay also what its case breaks beside the requirement that it was made for, of a selection
   * that is kept what its tests find broken beside it, and of a shard what its traffic shows of the requirements of others.
   */
  #isSelected(id: string): boolean {
    const { only, replay, shard } = this.#settings
    if (!only || only.includes(id)) return true
    if (shard) {
      const isShown = this.#rules.some((one) => one.id === id && one.judged > 0)
      return shard.only?.includes(id) !== false && (isShown || this.#isBroken(id))
    }
    return this.#isBroken(id) && (replay !== undefined || !only.some((one) => this.#isBroken(one)))
  }

  /** Whether a test found it broken, of whichever requirement. */
  #isBroken(id: string): boolean {
    return this.#tests.some((test) => test.id === id && test.violations.length > 0)
  }

  /** What the verdicts of all shards are made of, as far as this one knows. */
  get #evidence(): ShardEvidence {
    const needs = new Set(serviceRequirements.flatMap((requirement) => requirement.needs))
    return {
      tests: this.#tests,
      rules: sumOfRules(this.#rules),
      lacks: missingNeeds(this.#settings.target, [...needs]),
      ...(this.#settings.target.setAside ? { setAside: this.#settings.target.setAside } : {}),
    }
  }

  #limits(durationMs: number): RunLimits | undefined {
    const { concurrency: most = DEFAULT_CONCURRENCY } = this.#settings.rateLimits ?? {}
    return this.#closing && limitsOf(this.#exchanges, this.#closing.workload, { durationMs, most })
  }

  /**
   * The run so far. A requirement that no test spoke of is inconclusive, whatever the reason.
   * @param problem why the run ended before its time, if it did.
   */
  result(problem = this.problem): RunResult & { readonly evidence?: ShardEvidence } {
    const { target, envFile, seed, runs, strict, only, shard } = this.#settings
    const durationMs = Math.round(performance.now() - this.#started)
    const limits = this.#limits(durationMs)
    const requirements = resultsOf(
      serviceRequirements.filter(({ id }) => this.#isSelected(id)),
      { tests: this.#tests, rules: this.#rules },
      ({ id, needs }) => ({
        requests: this.#exchanges.filter((exchange) => exchange.requirement === id).length,
        problem,
        lacks: missingNeeds(target, needs),
        setAside: target.setAside,
      }),
    )
    return {
      tool,
      target: {
        kind: target.kind,
        authUrl: target.authUrl,
        apiUrl: target.apiUrl,
        clientId: target.client.id,
      },
      run: {
        startedAt: this.#startedAt.toISOString(),
        durationMs,
        seed,
        runs,
        requests: this.#exchanges.length + (this.#closing?.exchanges.length ?? 0),
        strict,
        ...(envFile === undefined ? {} : { envFile }),
        ...(only ? { only } : {}),
        ...(shard ? { shard } : {}),
        ...(limits && problem === undefined ? { limits } : {}),
      },
      outcome: outcomeOf(requirements, { strict, problem }),
      ...(problem === undefined ? {} : { problem }),
      requirements,
      coverage: this.#coverage.toSorted(byTest),
      observations: this.#observations.toSorted(byName),
      ...(this.#closing ? { advice: this.#closing.advice } : {}),
      ...(this.#closing?.notes.length ? { notes: this.#closing.notes } : {}),
      ...(shard ? { evidence: this.#evidence } : {}),
      exchanges: [...this.#exchanges, ...(this.#closing?.exchanges ?? [])].toSorted((a, b) => a.id - b.id),
    }
  }
}
