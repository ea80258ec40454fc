import type { SecretRegistry } from '../client/secrets/registry.ts'
import { exitStatus, type Minimum, tooFewDecided } from '../harness/model/outcome.ts'
import type { RunResult } from '../harness/model/result.ts'
import { annotate } from '../reports/annotation.ts'
import type { ChosenReporter } from '../reports/choose.ts'
import { printSummary } from '../reports/console.ts'
import { ReportError } from '../reports/directory.ts'
import { tellGitHub } from '../reports/github.ts'
import { withoutLeaks } from '../reports/leaks.ts'
import { toRecord } from '../reports/record.ts'
import { visible } from '../reports/text.ts'
import { EXIT_UNTESTED, EXIT_USAGE } from './usage.ts'

/** Which reports are written, and where. */
interface ReportOptions {
  readonly out: string
  readonly reporters: readonly ChosenReporter[]
}

/** How much has to be decided. */
interface Demands {
  readonly requireDecided: boolean
  readonly minDecided?: Minimum
}

/**
 * Writes all reports of a finished run and prints its summary.
 * @param secrets all of the run, to be looked for in what is written
 * @returns the exit status
 */
export async function reportRun(
  result: RunResult,
  { requireDecided, minDecided, ...options }: ReportOptions & Demands,
  secrets: SecretRegistry,
): Promise<number> {
  const { files, lost, leaks } = await writtenSafely(result, options, secrets)
  printSummary(result, { stream: process.stdout, files })
  // The page of a job shows what the reports show: where one of them held a secret, so may the page.
  if (leaks.length === 0) await tellGitHub(result, process.env, process.stdout)
  const status = statusWith(exitStatus(result, { requireDecided, minDecided }), { lost, leaks })
  const tooFew = minDecided && tooFewDecided(result, minDecided)
  if (tooFew !== undefined) {
    process.stderr.write(`${tooFew}\n`)
    annotate('Too little was decided', tooFew, process.env, process.stdout)
  }
  return status
}

/**
 * The same for a recording that was judged.
 * @param json whether the record is printed instead of the summary
 */
export async function reportJudgement(
  result: RunResult,
  { json, ...options }: ReportOptions & { readonly json: boolean },
  secrets: SecretRegistry,
): Promise<number> {
  const { files, lost, leaks } = await writtenSafely(result, options, secrets)
  if (json) process.stdout.write(`${JSON.stringify(toRecord(result), null, 2)}\n`)
  else printSummary(result, { stream: process.stdout, files, isRecording: true })
  return statusWith(exitStatus(result), { lost, leaks })
}

/**
 * Writes the reports of a run in which nothing could be tested. They say so in full; whoever reads along needs a line.
 * @param why the sentence without the problem, which the result has.
 * @returns the exit status
 */
export async function reportUntested(
  result: RunResult,
  options: ReportOptions,
  why: string,
): Promise<number> {
  const { lost } = await written(result, options)
  await tellGitHub(result, process.env, process.stdout)
  process.stderr.write(`${why}: ${visible(result.problem ?? '')}\n`)
  return statusWith(EXIT_UNTESTED, { lost, leaks: [] })
}

/** Says what is wrong with the reports. What is broken stays so: a mistake of ours, or a full disk, hides no violation. */
function statusWith(
  status: number,
  { lost, leaks }: { readonly lost: string | undefined; readonly leaks: readonly string[] },
): number {
  if (leaks.length > 0) process.stderr.write(`${leaks.join('\n')}\n`)
  if (lost !== undefined) process.stderr.write(`${lost}\n`)
  if (status !== 0) return status
  return leaks.length > 0 ? EXIT_UNTESTED : lost === undefined ? 0 : EXIT_USAGE
}

/** What was written, and what could not be. */
interface Written {
  readonly files: readonly string[]
  readonly lost?: string
}

/** Writes the reports, and removes what holds a secret, each told in a line. */
async function writtenSafely(result: RunResult, options: ReportOptions, secrets: SecretRegistry) {
  const { files, lost } = await written(result, options)
  return { lost, ...(await withoutLeaks(files, secrets)) }
}

/** Writes the reports. Where that fails the verdict is known all the same, and is printed: then why, in one line. */
async function written(result: RunResult, { out, reporters }: ReportOptions): Promise<Written> {
  try {
    // With libraries of its own, which a run that waits need not wait for.
    const { writeReports } = await import('../reports/write.ts')
    return { files: await writeReports(result, out, reporters) }
  } catch (error) {
    if (error instanceof ReportError) return { files: error.written, lost: error.message }
    throw error
  }
}
