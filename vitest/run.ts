import { z } from 'zod'
import { SecretRegistry } from '../client/secrets/registry.ts'
import { serviceRequirements } from '../contract/index.ts'
import { Collector } from '../harness/engine/collector.ts'
import { runInProcess } from '../harness/engine/in-process.ts'
import { DEFAULT_RUNS, MAX_SEED, newSeed } from '../harness/model/defaults.ts'
import { decidedNothing } from '../harness/model/outcome.ts'
import type { RequirementResult, RunResult } from '../harness/model/result.ts'
import type { RunSettings } from '../harness/model/settings.ts'
import { preflight } from '../harness/preflight/preflight.ts'
import { openMock, openSandbox } from '../harness/session/open-target.ts'
import { prepareDirectory } from '../reports/directory.ts'
import { leaksIn } from '../reports/leaks.ts'
import { writeReports } from '../reports/write.ts'
import { suites } from '../suites/index.ts'

/** What is tested, and how. */
export interface ConformanceOptions {
  /** The env file that describes a sandbox; without it the embedded mock is tested. */
  readonly env?: string
  /** Decides everything generated; a new one where it is left out. */
  readonly seed?: number
  /** Cases that a property tries. */
  readonly runs?: number
  /** Ids or families, such as `['TOKEN-3', 'PLEDGED']`; all where it is left out. */
  readonly only?: readonly string[]
  /** Violations of SHOULD fail. */
  readonly strict?: boolean
  /** Where the reports go, from the directory of the process: `conformance-results` where it is left out. */
  readonly out?: string
}

/** One run, which begins when the first result is asked for. */
export interface Run {
  readonly strict: boolean
  /**
   * The result of a requirement, once the whole run is over: another's test, or a rule over all traffic, may break it.
   * @param selected says which requirements are tried; asked once.
   * @param signal ends the run early.
   */
  result(id: string, selected: () => readonly string[], signal: AbortSignal): Promise<RequirementResult>
  /** What was observed of a requirement. */
  observations(id: string): RunResult['observations']
  /**
   * Writes the reports and closes the target.
   * @throws Error where the target could not be tested or nothing was decided: skipped tests alone look green.
   */
  close(): Promise<void>
}

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

const environmentSchema = z.object({
  CONFORMANCE_ENV: optional(z.string()),
  CONFORMANCE_SEED: optional(z.coerce.number().int().min(0).max(MAX_SEED)),
  CONFORMANCE_RUNS: optional(z.coerce.number().int().min(1).max(100_000)),
  CONFORMANCE_STRICT: optional(z.enum(['true', 'false']).transform((text) => text === 'true')),
  CONFORMANCE_OUT: optional(z.string()),
})

/** The options with what the environment of the process says of those that are left out. */
function withEnvironment(options: ConformanceOptions): ConformanceOptions {
  const read = environmentSchema.safeParse(process.env)
  if (!read.success) {
    const [issue] = read.error.issues
    throw new Error(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { CONFORMANCE_ENV: env, CONFORMANCE_SEED: seed, CONFORMANCE_RUNS: runs } = read.data
  const { CONFORMANCE_STRICT: strict, CONFORMANCE_OUT: out } = read.data
  return {
    ...(env === undefined ? {} : { env }),
    ...(seed === undefined ? {} : { seed }),
    ...(runs === undefined ? {} : { runs }),
    ...(strict === undefined ? {} : { strict }),
    ...(out === undefined ? {} : { out }),
    ...options,
  }
}

/**
 * Opens the target and gets ready to run.
 * @throws Error where options or environment are wrong.
 */
export async function openRun(given: ConformanceOptions): Promise<Run> {
  const options = withEnvironment(given)
  const { strict = false, out = 'conformance-results' } = options
  await prepareDirectory(out)
  const opened = options.env === undefined ? await openMock() : openSandbox(options.env, process.env)
  const settings: RunSettings = {
    target: opened.target,
    ...(opened.envFile === undefined ? {} : { envFile: opened.envFile }),
    seed: options.seed ?? newSeed(),
    runs: options.runs ?? DEFAULT_RUNS[opened.target.kind],
    strict,
  }
  const secrets = new SecretRegistry()
  let running: Promise<RunResult> | undefined
  let finished: RunResult | undefined
  return {
    strict,
    async result(id, selected, signal) {
      running ??= start(settings, selected(), { signal, secrets })
      finished = await running
      const found = finished.requirements.find((one) => one.id === id)
      if (!found) throw new Error(`${id} was not part of the run`)
      return found
    },
    observations: (id) => finished?.observations.filter(({ requirement }) => requirement === id) ?? [],
    async close() {
      try {
        if (running) await conclude(await running, out, secrets)
      } finally {
        await opened.close()
      }
    },
  }
}

async function start(
  settings: RunSettings,
  selected: readonly string[],
  watch: { readonly signal: AbortSignal; readonly secrets: SecretRegistry },
): Promise<RunResult> {
  const isWhole = selected.length === serviceRequirements.length
  const chosen: RunSettings = isWhole ? settings : { ...settings, only: selected }
  const problem =
    settings.target.kind === 'sandbox' ? await preflight(settings.target, watch.signal) : undefined
  if (problem !== undefined) return new Collector(chosen).result(problem)
  return runInProcess(chosen, suites, watch)
}

async function conclude(result: RunResult, out: string, secrets: SecretRegistry): Promise<void> {
  const files = await writeReports(result, out)
  const leaks = await leaksIn(files, secrets)
  if (leaks.length > 0) throw new Error(leaks.join('\n'))
  if (result.problem !== undefined) throw new Error(`the service could not be tested: ${result.problem}`)
  if (decidedNothing(result.requirements))
    throw new Error('nothing was decided: see the reasons of the tests')
}
