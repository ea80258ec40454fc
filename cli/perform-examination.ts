import { EnvironmentError } from '../client/environment/read-environment.ts'
import { SecretRegistry } from '../client/secrets/registry.ts'
import { applyBaseline } from '../harness/model/baseline.ts'
import { newSeed } from '../harness/model/defaults.ts'
import { decidedNothing, type Minimum } from '../harness/model/outcome.ts'
import type { Replay } from '../harness/model/settings.ts'
import { examine, readPartnerEnvironment } from '../partner/index.ts'
import { chooseReporters } from '../reports/choose.ts'
import { prepareDirectory, ReportError, removeReports } from '../reports/directory.ts'
import { Progress } from '../reports/progress.ts'
import { visible } from '../reports/text.ts'
import { overlayFiles } from './overlays.ts'
import { readBaseline } from './read-baseline.ts'
import { reportRun, reportUntested } from './report-run.ts'
import { reasonOf, UsageError } from './usage.ts'
import { withDeadline } from './with-deadline.ts'

/** The options of `partner`, read and checked one by one. */
export interface PartnerOptions {
  readonly env: string
  readonly out: string
  /** Names of reports and modules; the usual reports where none is named. */
  readonly reporter?: readonly string[]
  readonly seed?: number
  readonly runs?: number
  readonly only?: readonly string[]
  readonly replay?: Replay
  readonly strict: boolean
  readonly requireDecided: boolean
  readonly minDecided?: Minimum
  /** Seconds. */
  readonly deadline: number
  readonly baseline?: string
}

/**
 * Examines an application as the options say, writes the reports and prints the summary.
 * @param interrupted ends the examination early; what is known by then is reported
 * @returns the exit status
 * @throws UsageError where options, environment or the reports' directory are wrong
 */
export async function performExamination(options: PartnerOptions, interrupted: AbortSignal): Promise<number> {
  try {
    const config = readPartnerEnvironment(options.env)
    await prepareDirectory(options.out)
    const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline)
    await removeReports(options.out, overlayFiles(options))
    const reporters = await chooseReporters(options.reporter)
    const secrets = new SecretRegistry()
    process.stdout.write(`Examining ${visible(startWithoutValues(config.start) ?? config.appUrl)}.\n`)
    const examined = await watched(async (onProgress) =>
      examine(config, {
        seed: options.replay?.seed ?? options.seed ?? newSeed(),
        ...(options.runs === undefined ? {} : { runs: options.runs }),
        ...selectionOf(options),
        // Whoever tries one case again asks whether it is still broken.
        strict: options.strict || options.replay !== undefined,
        signal: withDeadline(interrupted, options.deadline),
        ...{ secrets, onProgress },
      }),
    )
    if (examined.problem !== undefined && decidedNothing(examined.requirements))
      return await reportUntested(
        examined,
        { out: options.out, reporters },
        'The application could not be examined',
      )
    const result = baseline ? applyBaseline(examined, baseline) : examined
    return await reportRun(result, { ...options, reporters }, secrets)
  } catch (error) {
    if (error instanceof EnvironmentError || error instanceof ReportError) throw new UsageError(error.message)
    if (isPortError(error)) throw new UsageError(`a port of the service cannot be opened: ${reasonOf(error)}`)
    throw error
  }
}

async function watched<Result>(
  run: (onProgress: (state: Parameters<Progress['update']>[0]) => void) => Promise<Result>,
): Promise<Result> {
  const progress = new Progress(process.stderr)
  try {
    return await run((state) => progress.update(state))
  } finally {
    progress.end()
  }
}

function selectionOf({ only, replay }: PartnerOptions) {
  if (replay) return { replay, only: [replay.test.split('/')[0] ?? ''] }
  return only ? { only } : {}
}

/** The command without what it sets in the environment: a secret of the application may be among that. */
function startWithoutValues(start: string | undefined): string | undefined {
  return start?.replace(/(^|\s)(\w+)=(?:'[^']*'|"[^"]*"|\S)+/g, '$1$2=…')
}

/** A fixed port that somebody else has, or that only the system may open. */
function isPortError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(EADDRINUSE|EACCES)$/.test(String(error.code))
}
