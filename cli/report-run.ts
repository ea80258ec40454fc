import type { SecretRegistry } from '../client/secrets/registry.ts'
import { exitStatus } from '../harness/model/outcome.ts'
import type { RunResult } from '../harness/model/result.ts'
import { printSummary } from '../reports/console.ts'
import { tellGitHub } from '../reports/github.ts'
import { leaksIn } from '../reports/leaks.ts'
import { EXIT_UNTESTED } from './usage.ts'

/** What of a command's options its reports depend on. */
interface ReportOptions {
  readonly out: string
  readonly requireDecided: boolean
}

/**
 * Writes all reports of a finished run and prints its summary.
 * @param secrets all of the run, to be looked for in what is written
 * @returns the exit status
 * @throws ReportError where the directory cannot be written to
 */
export async function reportRun(
  result: RunResult,
  { out, requireDecided }: ReportOptions,
  secrets: SecretRegistry,
): Promise<number> {
  const { writeReports } = await import('../reports/write.ts')
  const files = await writeReports(result, out)
  printSummary(result, { stream: process.stdout, files })
  await tellGitHub(result, process.env, process.stdout)
  const leaks = await leaksIn(files, secrets)
  if (leaks.length > 0) process.stderr.write(`${leaks.join('\n')}\n`)
  const status = exitStatus(result, { requireDecided })
  // What is broken stays so: a mistake of ours hides no violation.
  return leaks.length > 0 && status === 0 ? EXIT_UNTESTED : status
}
