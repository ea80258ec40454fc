import type { Exchange } from '../../client/http/exchange.ts'
import { partnerRequirements } from '../../contract/index.ts'
import { merge } from '../../harness/engine/merge.ts'
import type { TestEvidence } from '../../harness/model/evidence.ts'
import { outcomeOf } from '../../harness/model/outcome.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { tool } from '../../harness/model/tool.ts'
import type { PartnerConfig } from '../environment/config.ts'
import type { PartnerService } from '../service/service.ts'
import { DEFAULT_CASES, type ExamineOptions } from './options.ts'

/** Collects what the tests of an examination found. */
export class Findings {
  /** Why the examination could not be finished; undefined where it could. */
  problem: string | undefined
  /** How many tests there are. */
  total = 0
  readonly #config: PartnerConfig
  readonly #options: ExamineOptions
  readonly #service: PartnerService
  readonly #tests: TestEvidence[] = []
  readonly #startedAt = new Date()
  readonly #started = performance.now()

  constructor(config: PartnerConfig, options: ExamineOptions, service: PartnerService) {
    this.#config = config
    this.#options = options
    this.#service = service
  }

  add(evidence: TestEvidence): void {
    this.#tests.push(evidence)
    this.#options.onProgress?.({
      ended: this.#tests.length,
      total: this.total,
      requests: this.#service.calls.length,
    })
  }

  /** @param exchanges all of the examination, redacted */
  result(exchanges: readonly Exchange[]): RunResult {
    const { problem } = this
    const { seed, only, replay, strict = false, runs = DEFAULT_CASES } = this.#options
    const selected = partnerRequirements.filter(({ id }) => !only || only.includes(id))
    const requirements = selected.map((requirement) =>
      merge(requirement, {
        tests: this.#tests.filter(({ id }) => id === requirement.id),
        rules: [],
        requests: exchanges.filter((exchange) => exchange.requirement === requirement.id).length,
        problem,
      }),
    )
    const { authUrl, apiUrl } = this.#service.registrations.sandbox
    return {
      tool,
      target: { kind: 'application', authUrl, apiUrl, appUrl: this.#config.appUrl },
      run: {
        startedAt: this.#startedAt.toISOString(),
        durationMs: Math.round(performance.now() - this.#started),
        seed: replay?.seed ?? seed,
        runs,
        requests: exchanges.length,
        strict,
        ...(this.#config.envFile === undefined ? {} : { envFile: this.#config.envFile }),
        ...(only ? { only } : {}),
      },
      outcome: outcomeOf(requirements, { strict, problem }),
      ...(problem === undefined ? {} : { problem }),
      requirements,
      coverage: [],
      observations: [],
      exchanges,
    }
  }
}
