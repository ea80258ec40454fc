import { resolve } from 'node:path'
import { DEFAULT_ENV_FILE, type TargetConfig } from '../client/environment/config.ts'
import { mistakesByKey } from '../client/environment/mistakes.ts'
import { EnvironmentError } from '../client/environment/read-environment.ts'
import { SecretRegistry } from '../client/secrets/registry.ts'
import { Collector, type ProgressState } from '../harness/engine/collector.ts'
import { runSuites } from '../harness/engine/run.ts'
import type { SuitesThread } from '../harness/engine/worker-thread.ts'
import { DEFAULT_RUNS, newSeed } from '../harness/model/defaults.ts'
import type { RunResult } from '../harness/model/result.ts'
import type { RunSettings } from '../harness/model/settings.ts'
import { type OpenTarget, openMock, openSandbox } from '../harness/session/open-target.ts'
import { annotate } from '../reports/annotation.ts'
import { type ChosenReporter, chooseReporters } from '../reports/choose.ts'
import { prepareDirectory, ReportError, removeReports } from '../reports/directory.ts'
import { Progress } from '../reports/progress.ts'
import { targetName } from '../reports/summary.ts'
import { visible } from '../reports/text.ts'
import { failedBefore } from './failed-before.ts'
import { afterRun, beforeRun, HookError, type Hooks, hooksOf } from './hooks.ts'
import { envFileOf, isOutThere, type RunOptions } from './options.ts'
import { applyOverlays, type Overlays, overlayFiles, readOverlays } from './overlays.ts'
import { reportRun, reportUntested } from './report-run.ts'
import { requirementsByShard } from './shard.ts'
import { unusedSandbox } from './unused-sandbox.ts'
import { EXIT_UNTESTED, UsageError } from './usage.ts'
import { usesDonations } from './uses-donations.ts'
import { withDeadline } from './with-deadline.ts'

/** What a run that is one of several does otherwise. */
export interface Round {
  /** Is waited for before anything is sent. */
  opened(target: TargetConfig, signal: AbortSignal): Promise<void>
  readonly report: typeof reportRun
  /** Whether the next one runs in the same thread. */
  readonly keepsSuites: boolean
}

const ONLY_ROUND: Round = { opened: async () => {}, report: reportRun, keepsSuites: false }

/**
 * Runs the suites as the options say, writes the reports and prints the summary.
 * @param suites where they run
 * @param interrupted ends the run early; what is known by then is reported
 * @returns the exit status
 * @throws UsageError where options, environment or the reports' directory are wrong
 */
export async function performRun(
  options: RunOptions,
  suites: SuitesThread,
  interrupted: AbortSignal,
  round = ONLY_ROUND,
): Promise<number> {
  const signal = withDeadline(interrupted, options.deadline)
  try {
    await prepareDirectory(options.out)
    const overlays = await readOverlays(options)
    const first = options.failedFirst ? await failedBefore(options.out, selectionOf(options)) : []
    const hooks = await hooksOf(options)
    await removeReports(options.out, overlayFiles(options))
    const reporters = await chooseReporters(options.reporter)
    try {
      const given = await beforeRun(hooks, signal)
      const surroundings = { ...overlays, first, given, hooks, round }
      return await runWith(suites, { ...options, reporters }, surroundings, signal)
    } finally {
      await afterRun(hooks)
    }
  } catch (error) {
    if (error instanceof HookError) {
      annotate('Nothing was tested', error.message, process.env, process.stdout)
      return endUntested(error.message)
    }
    if (error instanceof EnvironmentError || error instanceof ReportError) throw new UsageError(error.message)
    throw error
  }
}

function endUntested(problem: string): number {
  process.stderr.write(`The service could not be tested: ${visible(problem)}\n`)
  return EXIT_UNTESTED
}

/** What judges the result beside the verdicts, what is tried first, and who is told. */
interface Surroundings extends Overlays {
  readonly first: readonly string[]
  /** Keys of the environment that a hook has set. */
  readonly given: NodeJS.ProcessEnv
  readonly hooks: Hooks
  readonly round: Round
}

async function runWith(
  suites: SuitesThread,
  options: RunOptions & { readonly reporters: readonly ChosenReporter[] },
  { first, given, hooks, round, ...overlays }: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  const opened = await open(options, { ...process.env, ...given })
  try {
    const preparing =
      (hooks.beforeTest || hooks.afterTest) && options.hooks ? { hooks: resolve(options.hooks) } : {}
    const settings = { ...settingsOf(options, opened), first, ...preparing }
    const unused = isOutThere(options) ? undefined : unusedSandbox(process.env)
    process.stdout.write(`Testing ${targetName(opened.target)}.${unused ? ` Mind: ${unused}.` : ''}\n`)
    if (first.length > 0) process.stdout.write(`First what was broken before: ${first.join(', ')}.\n`)
    await round.opened(opened.target, signal)
    if (options.wait) await waitFor(opened.target, options.wait, signal)
    const untested = new Collector(settings)
    const problem = opened.target.kind === 'sandbox' ? await problemOf(settings, signal) : undefined
    if (problem !== undefined)
      return await reportUntested(untested.result(problem), options, 'The service could not be tested')
    const secrets = new SecretRegistry()
    const loadReporters = () => loadReporting(options.reporters)
    const watch = { signal, secrets, loadReporters }
    const tested = await test(await withoutMistakes(settings, signal), suites, watch)
    if (!round.keepsSuites) await suites.close()
    const judged = await applyOverlays(tested, overlays, options)
    const result = unused ? { ...judged, notes: [...(judged.notes ?? []), unused] } : judged
    return await round.report(result, options, secrets)
  } finally {
    await opened.close()
  }
}

/** What writes the reports, with libraries of its own. */
async function loadReporting(reporters: readonly ChosenReporter[]): Promise<void> {
  await Promise.all([import('../reports/write.ts'), ...reporters.map(({ load }) => load())])
}

/** @param seconds for how long a service that is just starting is waited for, at most. */
async function waitFor(target: TargetConfig, seconds: number, signal: AbortSignal): Promise<void> {
  const { untilUp } = await import('../harness/preflight/until-up.ts')
  const onWaiting = () => process.stdout.write(`Waiting up to ${seconds} s until it answers.\n`)
  await untilUp(target, signal, { patienceMs: seconds * 1_000, onWaiting })
}

/** What keeps a sandbox from being tested. */
async function problemOf(
  { target, rateLimits }: RunSettings,
  signal: AbortSignal,
): Promise<string | undefined> {
  // With all that it takes to log in: a run against the mock does that in its worker alone.
  const { preflight } = await import('../harness/preflight/preflight.ts')
  return preflight(target, signal, rateLimits)
}

/**
 * The settings without the values of the environment that the service shows to be wrong; each is told.
 * @throws UsageError where a mistake leaves nothing to be tested
 */
async function withoutMistakes(settings: RunSettings, signal: AbortSignal): Promise<RunSettings> {
  if (settings.target.kind !== 'sandbox') return settings
  const { checkEnvironment } = await import('../harness/preflight/mistakes/mistakes.ts')
  const { target, mistakes, fatal } = await checkEnvironment(settings.target, signal, settings)
  const said = [...mistakesByKey(mistakes)].map(([key, says]) => visible(`${key}: ${says}`))
  if (fatal) throw new UsageError(`The configuration is wrong: ${said.join('; ')}`)
  for (const line of said) process.stderr.write(`configuration: ${line}; the run goes on without it\n`)
  return { ...settings, target }
}

async function open(options: RunOptions, processEnv: NodeJS.ProcessEnv): Promise<OpenTarget> {
  const { target, env, latency, shard, seed } = options
  if (shard && seed === undefined)
    throw new UsageError('--shard takes --seed, the same for all shards: else their records cannot be joined')
  if (target === 'mock' && env !== undefined)
    throw new UsageError('--env names a sandbox: leave it out to test the embedded mock')
  if (isOutThere(options)) {
    if (latency) throw new UsageError('--latency is for the embedded mock: a sandbox has its own')
    return openSandbox(envFileOf(options.env), processEnv, {
      usesDonations: usesDonations(selectionOf(options)),
      ...(shard ? { shard } : {}),
    })
  }
  return openMock({ latencyMs: latency })
}

/** The ids that the run is confined to; undefined where it is of all. */
function selectionOf({ replay, only }: RunOptions): readonly string[] | undefined {
  return replay ? [replay.test.split('/')[0] ?? ''] : only
}

/** What the options ask of a run against this target. */
export function settingsOf(options: RunOptions, opened: OpenTarget): RunSettings {
  const { envFile } = opened
  const { replay, strict } = options
  return {
    target: withOptions(opened, options),
    ...(envFile === undefined ? {} : { envFile }),
    seed: replay?.seed ?? options.seed ?? newSeed(),
    runs: options.runs ?? DEFAULT_RUNS[opened.target.kind],
    // Whoever sends one case again asks whether it is still broken.
    strict: strict || replay !== undefined,
    shrinkSeconds: options.shrinkSeconds,
    rateLimits: {
      ...(options.rps ? { rps: options.rps } : {}),
      ...(options.concurrency ? { concurrency: options.concurrency } : {}),
      ...(options.burst ? {} : { burst: false }),
    },
    ...(options.maxLogins ? { maxLogins: options.maxLogins } : {}),
    redactPersonalData: options.redactPersonalData,
    deepAdvice: options.advice === 'deep',
    ...partOf(options),
    ...(replay ? { replay } : {}),
  }
}

/** The requirements that are tested, and of which part of a divided run they are. */
function partOf(options: RunOptions): Pick<RunSettings, 'only' | 'shard'> {
  const { shard } = options
  const only = selectionOf(options)
  const selected = only ? { only } : {}
  if (!shard) return selected
  const own = requirementsByShard(shard.of, only)[shard.index - 1] ?? []
  return { only: own, shard: { ...shard, ...selected } }
}

/** The target as a sandbox is tested: where webhooks are waited for, and what is left for the next run. */
function withOptions(
  { target, beside = DEFAULT_ENV_FILE }: OpenTarget,
  { listen, leaveBehind }: RunOptions,
): TargetConfig {
  if (target.kind !== 'sandbox') return target
  return {
    ...target,
    laterFile: `${beside}.later`,
    leavesBehind: leaveBehind ?? target.tokenStore !== undefined,
    ...(listen === undefined ? {} : { webhookHost: listen }),
  }
}

async function test(
  settings: RunSettings,
  suites: SuitesThread,
  {
    loadReporters,
    ...watch
  }: { signal: AbortSignal; secrets: SecretRegistry; loadReporters: () => Promise<void> },
): Promise<RunResult> {
  const progress = new Progress(process.stderr)
  const clock = setInterval(() => progress.tick(), 1_000)
  try {
    const onProgress = (state: ProgressState) => {
      // While the suites wait for the target there is time for it; before they start it would hold them up.
      void loadReporters()
      progress.update(state)
    }
    return await runSuites(settings, { onProgress, ...watch }, suites)
  } finally {
    clearInterval(clock)
    progress.end()
  }
}
