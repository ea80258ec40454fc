import { join } from 'node:path'
import type { RunResult } from '../harness/model/result.ts'
import { makeDirectory, type ReportFile, unwritable, writeWhole } from './directory.ts'
import { harText } from './har/write.ts'
import { reportHtml } from './html/page.ts'
import { junitXml } from './junit.ts'
import { recordText } from './record.ts'

/** The files of a run, by name. */
const formats: Readonly<Record<ReportFile, (result: RunResult) => string>> = {
  'junit.xml': junitXml,
  'record.json': recordText,
  'report.html': reportHtml,
  'exchanges.har': (result) => harText(result),
}

/**
 * Writes every report into the directory, which is made where it is missing. A file is there whole or not at all.
 *
 * @returns the paths written
 * @throws {ReportError} when the directory cannot be made or written to
 */
export async function writeReports(result: RunResult, dir: string): Promise<string[]> {
  const reports = Object.entries(formats).map(([name, render]) => ({
    path: join(dir, name),
    text: render(result),
  }))
  try {
    await makeDirectory(dir)
    for (const { path, text } of reports) await writeWhole(path, text)
  } catch (cause) {
    throw unwritable(dir, cause)
  }
  return reports.map(({ path }) => path)
}
