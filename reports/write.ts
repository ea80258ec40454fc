import { join } from 'node:path'
import type { RunResult } from '../harness/model/result.ts'
import { usualReporters } from './choose.ts'
import { makeDirectory, ReportError, unwritable, writeWhole } from './directory.ts'
import { sealedRecord } from './record.ts'

/**
 * Writes the reports into the directory, which is made where it is missing. A file is there whole or not at all, and a
 * module that fails keeps no other report from being written.
 *
 * @returns the paths written
 * @throws {ReportError} when the directory cannot be made or written to, or a module fails
 */
export async function writeReports(
  result: RunResult,
  dir: string,
  chosen = usualReporters,
): Promise<string[]> {
  const record = sealedRecord(result)
  const makers = await Promise.all(chosen.map(({ load }) => load()))
  const written: string[] = []
  const failed: string[] = []
  for (const make of makers) {
    const files = await make(result, record).catch((error: unknown) => {
      if (!(error instanceof ReportError)) throw error
      failed.push(error.message)
      return {}
    })
    for (const [name, text] of Object.entries(files)) {
      const path = join(dir, name)
      if (written.includes(path)) failed.push(`two reporters write ${name}: the first has it`)
      else written.push(await writeOne(path, text, { dir, written }))
    }
  }
  if (failed.length > 0) throw new ReportError(failed.join('\n'), { written })
  return written
}

async function writeOne(
  path: string,
  text: string,
  { dir, written }: { readonly dir: string; readonly written: readonly string[] },
): Promise<string> {
  try {
    await makeDirectory(dir)
    await writeWhole(path, text)
    return path
  } catch (cause) {
    throw unwritable(dir, cause, written)
  }
}
