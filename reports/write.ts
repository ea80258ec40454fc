import { join } from 'node:path'
import type { RunResult } from '../harness/model/result.ts'
import { makeDirectory, type ReportFile, unwritable, writeWhole } from './directory.ts'
import { harText } from './har/write.ts'
import { reportHtml } from './html/page.ts'
import { junitXml } from './junit.ts'
import { sealedRecord } from './record.ts'

/** The files of a run, by name. Each of the others names the record that it goes with, by the digest of its content. */
function filesOf(result: RunResult): Readonly<Record<ReportFile, string>> {
  const record = sealedRecord(result)
  const { sha256 } = record.digest
  return {
    'junit.xml': junitXml(result, sha256),
    'record.json': `${JSON.stringify(record, null, 2)}\n`,
    'report.html': reportHtml(result, sha256),
    'exchanges.har': harText(result, undefined, sha256),
  }
}

/**
 * Writes every report into the directory, which is made where it is missing. A file is there whole or not at all.
 *
 * @returns the paths written
 * @throws {ReportError} when the directory cannot be made or written to
 */
export async function writeReports(result: RunResult, dir: string): Promise<string[]> {
  const reports = Object.entries(filesOf(result)).map(([name, text]) => ({ path: join(dir, name), text }))
  try {
    await makeDirectory(dir)
    for (const { path, text } of reports) await writeWhole(path, text)
  } catch (cause) {
    throw unwritable(dir, cause)
  }
  return reports.map(({ path }) => path)
}
