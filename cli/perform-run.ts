import { resolve } from 'node:path'
import type { TargetConfig } from '../client/environment/config.ts'
import { mistakesByKey } from '../client/environment/mistakes.ts'
import { EnvironmentError, unreadKeys } from '../client/environment/read-environment.ts'
import { LoginBudget } from '../client/login/login-budget.ts'
import { SecretRegistry } from '../client/secrets/registry.ts'
import { Collector, type ProgressState } from '../harness/engine/collector.ts'
import { runSuites } from '../harness/engine/run.ts'
import type { SuitesThread } from '../harness/engine/worker-thread.ts'
import type { RunResult } from '../harness/model/result.ts'
import type { Sent } from '../harness/model/sent.ts'
import type { RunSettings } from '../harness/model/settings.ts'
import type { checkEnvironment } from '../harness/preflight/mistakes/mistakes.ts'
import type { OpenTarget } from '../harness/session/open-target.ts'
import { annotate } from '../reports/annotation.ts'
import { type ChosenReporter, chooseReporters } from '../reports/choose.ts'
import { prepareDirectory, ReportError, removeReports } from '../reports/directory.ts'
import { Progress } from '../reports/progress.ts'
import { sentLine } from '../reports/sent-line.ts'
import { targetName } from '../reports/summary.ts'
import { visible } from '../reports/text.ts'
import { failedBefore } from './failed-before.ts'
import { afterRun, beforeRun, HookError, type Hooks, hooksOf } from './hooks.ts'
import { isOutThere, type RunOptions } from './options.ts'
import { applyOverlays, type Overlays, overlayFiles, readOverlays } from './overlays.ts'
import { reportRun, reportUntested } from './report-run.ts'
import { openTarget, selectionOf, settingsOf } from './run-settings.ts'
import { unusedSandbox } from './unused-sandbox.ts'
import { EXIT_UNTESTED, UsageError } from './usage.ts'
import { withDeadline } from './with-deadline.ts'

/** What a run that is one of several does otherwise. */
export interface Round {
  /** Is waited for before anything is sent. */
  opened(target: TargetConfig, signal: AbortSignal): Promise<void>
  readonly report: typeof reportRun
  /** Looks for mistakes in the environment. */
  readonly check: typeof checkEnvironment
  /** Whether the next one runs in the same thread. */
  readonly keepsSuites: boolean
}

/** How a run is done that is the only one. */
export const ONLY_ROUND: Round = {
  opened: async () => {},
  report: reportRun,
  // With all that it takes to log in: a run against the mock does that in its worker alone.
  check: async (...given) =>
    (await import('../harness/preflight/mistakes/mistakes.ts')).checkEnvironment(...given),
  keepsSuites: false,
}

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
    } catch (error) {
      if (!(error instanceof HookError)) throw error
      return await reportFailedHook(error.message, { ...options, reporters })
    } finally {
      await afterRun(hooks)
    }
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof ReportError) throw new UsageError(error.message)
    throw error
  }
}

const UNTESTED = 'The service could not be tested'

/** Reports that nothing was tested; without files where it was the hook that would have said which service it is of. */
async function reportFailedHook(problem: string, options: ReportingOptions): Promise<number> {
  let opened: OpenTarget
  try {
    opened = await openTarget(options, process.env)
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    annotate('Nothing was tested', problem, process.env, process.stdout)
    process.stderr.write(`${UNTESTED}: ${visible(problem)}\n`)
    return EXIT_UNTESTED
  }
  try {
    const untested = new Collector(settingsOf(options, opened)).result(problem)
    return await reportUntested(untested, options, UNTESTED)
  } finally {
    await opened.close()
  }
}

/** Is told of each request, where somebody wants to see them. */
type OnSent = ((sent: Sent) => void) | undefined

function tellSent(sent: Sent): void {
  process.stderr.write(`${sentLine(sent)}\n`)
}

/** With the reports that were chosen, loaded. */
type ReportingOptions = RunOptions & { readonly reporters: readonly ChosenReporter[] }

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
  options: ReportingOptions,
  { first, given, hooks, round, ...overlays }: Surroundings,
  signal: AbortSignal,
): Promise<number> {
  const opened = await openTarget(options, { ...process.env, ...given })
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
    const looks = loginsToLook(settings)
    const onSent = options.verbose ? tellSent : undefined
    const problem =
      opened.target.kind === 'sandbox' ? await problemOf(settings, signal, looks, onSent) : undefined
    if (problem !== undefined) return await reportUntested(untested.result(problem), options, UNTESTED)
    const secrets = new SecretRegistry()
    const loadReporters = () => loadReporting(options.reporters)
    const watch = { signal, secrets, loadReporters, quiet: options.quiet, onSent }
    const checked = await withoutMistakes(settings, signal, looks, { check: round.check, onSent })
    const tested = await test(checked, suites, watch)
    if (!round.keepsSuites) await suites.close()
    const judged = await applyOverlays(tested, overlays, options)
    const unread = unreadKeys(process.env).map(
      (key) => `${key}, in the environment of the process, is no key of the suite: nothing reads it`,
    )
    const notes = [...(judged.notes ?? []), ...(unused ? [unused] : []), ...unread]
    const result = { ...judged, ...(notes.length > 0 && { notes }) }
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

/** The logins that may be had before the run: one is left for the run itself. */
function loginsToLook({ maxLogins }: RunSettings): LoginBudget {
  return new LoginBudget(maxLogins === undefined ? undefined : maxLogins - 1)
}

/** What keeps a sandbox from being tested. */
async function problemOf(
  { target, rateLimits }: RunSettings,
  signal: AbortSignal,
  looks: LoginBudget,
  onSent: OnSent,
): Promise<string | undefined> {
  // With all that it takes to log in: a run against the mock does that in its worker alone.
  const { preflight } = await import('../harness/preflight/preflight.ts')
  return preflight(target, signal, rateLimits, looks, onSent)
}

/**
 * The settings without the values of the environment that the service shows to be wrong, each of which is told, and with
 * the logins that are left.
 * @throws UsageError where a mistake leaves nothing to be tested
 */
async function withoutMistakes(
  settings: RunSettings,
  signal: AbortSignal,
  looks: LoginBudget,
  { check, onSent }: Pick<Round, 'check'> & { readonly onSent: OnSent },
): Promise<RunSettings> {
  if (settings.target.kind !== 'sandbox') return settings
  const options = { ...settings, maxLogins: looks.left, onSent }
  const { target, mistakes, fatal, logins = 0 } = await check(settings.target, signal, options)
  const said = [...mistakesByKey(mistakes)].map(([key, says]) => visible(`${key}: ${says}`))
  if (fatal) throw new UsageError(`The configuration is wrong: ${said.join('; ')}`)
  for (const line of said) process.stderr.write(`configuration: ${line}; the run goes on without it\n`)
  looks.add(logins)
  return { ...settings, target, ...(settings.maxLogins ? { maxLogins: looks.left + 1 } : {}) }
}

interface TestWatch {
  readonly signal: AbortSignal
  readonly secrets: SecretRegistry
  readonly loadReporters: () => Promise<void>
  readonly quiet: boolean
  readonly onSent: OnSent
}

async function test(
  settings: RunSettings,
  suites: SuitesThread,
  { loadReporters, quiet, onSent, ...watch }: TestWatch,
): Promise<RunResult> {
  const progress = new Progress(process.stderr)
  const { login, manualFile } = settings.target
  // A line that is rewritten runs over what a person at the same terminal is asked, and over what was sent.
  const isShown = !quiet && !onSent && (login !== 'manual' || manualFile !== undefined)
  const clock = setInterval(() => progress.tick(), 1_000)
  try {
    const onProgress = (state: ProgressState) => {
      // While the suites wait for the target there is time for it; before they start it would hold them up.
      void loadReporters()
      if (isShown) progress.update(state)
    }
    const told = onSent ? { ...watch, onSent } : watch
    return await runSuites(
      { ...settings, tellsRequests: onSent !== undefined },
      { onProgress, ...told },
      suites,
    )
  } finally {
    clearInterval(clock)
    progress.end()
  }
}
