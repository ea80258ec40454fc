import type { SecretRegistry } from '../client/secrets/registry.ts'
import { exitStatus, type Minimum, tooFewDecided } from '../harness/model/outcome.ts'
import type { RunResult } from '../harness/model/result.ts'
import { annotate } from '../reports/annotation.ts'
import { printSummary } from '../reports/console.ts'
import { ReportError } from '../reports/directory.ts'
import { tellGitHub } from '../reports/github.ts'
import { leaksIn } from '../reports/leaks.ts'
import { EXIT_UNTESTED, EXIT_USAGE } from './usage.ts'

/** What of a command's options its reports depend on. */
interface ReportOptions {
  readonly out: string
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
  { out, requireDecided, minDecided }: ReportOptions,
  secrets: SecretRegistry,
): Promise<number> {
  const { files, lost } = await written(result, out)
  printSummary(result, { stream: process.stdout, files })
  await tellGitHub(result, process.env, process.stdout)
  const leaks = await leaksIn(files, secrets)
  if (leaks.length > 0) process.stderr.write(`${leaks.join('\n')}\n`)
  if (lost !== undefined) process.stderr.write(`${lost}\n`)
  const tooFew = minDecided && tooFewDecided(result, minDecided)
  if (tooFew !== undefined) {
    process.stderr.write(`${tooFew}\n`)
    annotate('Too little was decided', tooFew, process.env, process.stdout)
  }
  const status = exitStatus(result, { requireDecided, minDecided })
  // What is broken stays so: a mistake of ours, or a full disk, hides no violation.
  if (status !== 0) return status
  return leaks.length > 0 ? EXIT_UNTESTED : lost === undefined ? 0 : EXIT_USAGE
}

/** Writes the reports. Where that fails the verdict is known all the same, and is printed: then why, in one line. */
async function written(
  result: RunResult,
  dir: string,
): Promise<{ readonly files: readonly string[]; readonly lost?: string }> {
  try {
    // With libraries of its own, which a run that waits need not wait for.
    const { writeReports } = await import('../reports/write.ts')
    return { files: await writeReports(result, dir) }
  } catch (error) {
    if (error instanceof ReportError) return { files: [], lost: error.message }
    throw error
  }
}
