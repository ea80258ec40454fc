import { dirname, join, resolve } from 'node:path'
import { DEFAULT_OUT } from '../harness/model/defaults.ts'
import { removeReports } from '../reports/directory.ts'
import { reasonOf } from '../reports/text.ts'

const REPORTING = ['run', 'partner', 'merge']

/**
 * Removes the reports of an earlier run where this one could not be made: nothing green is to be left behind for a CI
 * server to publish. Files that the run was to read stay, even among them. Where it fails, that is said beside why the run
 * could not be made.
 * @param args the command line as it was given: it may be what could not be read
 */
export async function forgetReports(args: readonly string[]): Promise<void> {
  if (!REPORTING.includes(args[0] ?? '') || args.includes('--dry-run')) return
  const out = valuesOf('--out', args).at(-1) ?? DEFAULT_OUT
  // An unset variable of a shell names no directory.
  if (out === '' || out.startsWith('--')) return
  // Joining shards reads reports: a mistake in `--out` is not to cost one of them.
  const isRead = (path: string) => [path, dirname(path)].some((one) => resolve(one) === resolve(out))
  if (args[0] === 'merge' && args.some((path, index) => args[index - 1] !== '--out' && isRead(path))) return
  const baselines = valuesOf('--baseline', args).flatMap((file) => [file, join(file, 'record.json')])
  try {
    await removeReports(out, [...baselines, ...valuesOf('--pending', args)])
  } catch (error) {
    process.stderr.write(`reports of an earlier run may still be there: ${reasonOf(error)}\n`)
  }
}

function valuesOf(option: string, args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    if (arg === option) return [args[index + 1] ?? '']
    return arg.startsWith(`${option}=`) ? [arg.slice(option.length + 1)] : []
  })
}
