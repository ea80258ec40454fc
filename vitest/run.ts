import { closest } from 'fastest-levenshtein'
import { z } from 'zod'
import { EnvironmentError, meantBy } from '../client/environment/read-environment.ts'
import { SecretRegistry } from '../client/secrets/registry.ts'
import {
  type ServiceRequirement,
  selectRequirements,
  serviceRequirements,
  UnknownRequirementError,
} from '../contract/index.ts'
import { Collector } from '../harness/engine/collector.ts'
import { runInProcess } from '../harness/engine/in-process.ts'
import {
  DEFAULT_OUT,
  DEFAULT_RUNS,
  DEFAULT_SHRINK_SECONDS,
  MAX_RUNS,
  MAX_SEED,
  newSeed,
} from '../harness/model/defaults.ts'
import { brokenIds, decidedNothing } from '../harness/model/outcome.ts'
import type { RequirementResult, RunResult } from '../harness/model/result.ts'
import type { RunSettings } from '../harness/model/settings.ts'
import { checkEnvironment } from '../harness/preflight/mistakes/mistakes.ts'
import { preflight } from '../harness/preflight/preflight.ts'
import { type OpenTarget, openMock, openSandbox } from '../harness/session/open-target.ts'
import { prepareDirectory, ReportError, removeReports } from '../reports/directory.ts'
import { withoutLeaks } from '../reports/leaks.ts'
import { followersOf } from '../reports/summary.ts'
import { writeReports } from '../reports/write.ts'
import { suites } from '../suites/index.ts'
import { ConformanceError } from './errors.ts'

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
  /** Whether the outcome counts it as broken; known once the run is over. */
  isBroken(id: string): boolean
  /** What is broken only since this requirement is. */
  followers(id: string): readonly RequirementResult[]
  /** What was observed of a requirement. */
  observations(id: string): RunResult['observations']
  /**
   * Writes the reports and closes the target.
   * @throws ConformanceError where the target could not be tested or nothing was decided: skipped tests alone look green.
   */
  close(): Promise<void>
}

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional())

const numeral = z.coerce.number('must be a number')

const seedSchema = z.number().int().min(0).max(MAX_SEED)
const runsSchema = z.number().int().min(1).max(MAX_RUNS)

const optionsSchema = z.strictObject({
  env: z.string().optional(),
  seed: seedSchema.optional(),
  runs: runsSchema.optional(),
  only: z.array(z.string()).min(1, 'it names no requirement').optional(),
  strict: z.boolean().optional(),
  out: z.string().optional(),
})

const environmentSchema = z.object({
  CONFORMANCE_ENV: optional(z.string()),
  CONFORMANCE_SEED: optional(numeral.pipe(seedSchema)),
  CONFORMANCE_RUNS: optional(numeral.pipe(runsSchema)),
  CONFORMANCE_STRICT: optional(z.enum(['true', 'false']).transform((text) => text === 'true')),
  CONFORMANCE_OUT: optional(z.string()),
})

/** @throws ConformanceError with the first thing that is wrong */
function checked<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys
    const nearest = closest(key, Object.keys(optionsSchema.shape))
    throw new ConformanceError(`conformance has no ${JSON.stringify(key)}: the nearest is ${nearest}`)
  }
  throw new ConformanceError([...(issue?.path ?? []), issue?.message].join(': '))
}

/**
 * The requirements that the options leave, in the order of the catalogue.
 * @throws ConformanceError where an option is wrong, or names no requirement
 */
export function selectedBy(options: ConformanceOptions): readonly ServiceRequirement[] {
  const { only } = checked(optionsSchema, options)
  try {
    return only ? selectRequirements(only) : serviceRequirements
  } catch (error) {
    if (error instanceof UnknownRequirementError) throw new ConformanceError(`only: ${error.message}`)
    throw error
  }
}

/** @throws ConformanceError where a key of the process is probably meant for one that is read. */
function refuseMisspelt(env: NodeJS.ProcessEnv): void {
  const known = Object.keys(environmentSchema.shape)
  for (const key of Object.keys(env)) {
    if (!key.startsWith('CONFORMANCE_') || known.includes(key)) continue
    const meant = meantBy(key, known)
    if (meant !== undefined) throw new ConformanceError(`${key} is not read: ${meant} is`)
  }
}

/** The options with what the environment of the process says of those that are left out. */
function withEnvironment(options: ConformanceOptions): ConformanceOptions {
  checked(optionsSchema, options)
  refuseMisspelt(process.env)
  const read = checked(environmentSchema, process.env)
  const { CONFORMANCE_ENV: env, CONFORMANCE_SEED: seed, CONFORMANCE_RUNS: runs } = read
  const { CONFORMANCE_STRICT: strict, CONFORMANCE_OUT: out } = read
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
 * @throws ConformanceError where options or environment are wrong.
 */
export async function openRun(given: ConformanceOptions): Promise<Run> {
  const options = withEnvironment(given)
  const { strict = false, out = DEFAULT_OUT } = options
  const opened = await open(options, out)
  const settings: RunSettings = {
    target: opened.target,
    ...(opened.envFile === undefined ? {} : { envFile: opened.envFile }),
    seed: options.seed ?? newSeed(),
    runs: options.runs ?? DEFAULT_RUNS[opened.target.kind],
    strict,
    shrinkSeconds: DEFAULT_SHRINK_SECONDS,
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
    isBroken: (id) => finished !== undefined && brokenIds(finished.requirements, strict).has(id),
    followers: (id) => (finished ? followersOf(finished, id) : []),
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

/** The target, and a directory to write to. */
async function open({ env }: ConformanceOptions, out: string): Promise<OpenTarget> {
  try {
    await prepareDirectory(out)
    await removeReports(out, [])
    return env === undefined ? await openMock() : openSandbox(env, process.env)
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof ReportError)
      throw new ConformanceError(error.message)
    throw error
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
  return runInProcess(await withoutMistakes(chosen, watch.signal), suites, watch)
}

/**
 * The settings without the values of the environment that the service shows to be wrong: what hangs on them is
 * undecided with that reason.
 * @throws ConformanceError where a mistake leaves nothing to be tested.
 */
async function withoutMistakes(settings: RunSettings, signal: AbortSignal): Promise<RunSettings> {
  if (settings.target.kind !== 'sandbox') return settings
  const { target, mistakes, fatal } = await checkEnvironment(settings.target, signal, settings)
  if (fatal) {
    const said = mistakes.map(({ key, says }) => `${key}: ${says}`)
    throw new ConformanceError(`the configuration is wrong: ${said.join('; ')}`)
  }
  return { ...settings, target }
}

async function conclude(result: RunResult, out: string, secrets: SecretRegistry): Promise<void> {
  const files = await writeReports(result, out)
  const { leaks } = await withoutLeaks(files, secrets)
  if (leaks.length > 0) throw new ConformanceError(leaks.join('\n'))
  if (result.problem !== undefined)
    throw new ConformanceError(`the service could not be tested: ${result.problem}`)
  if (decidedNothing(result.requirements))
    throw new ConformanceError('nothing was decided: see the reasons of the tests')
}
