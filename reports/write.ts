import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunResult } from '../harness/result.ts'
import { harText } from './har/write.ts'
import { reportHtml } from './html/page.ts'
import { junitXml } from './junit.ts'
import { toRecord } from './record.ts'

/** The files of a run, by name. */
const formats: Readonly<Record<string, (result: RunResult) => string>> = {
  'junit.xml': junitXml,
  'record.json': (result) => `${JSON.stringify(toRecord(result), null, 2)}\n`,
  'report.html': reportHtml,
  'exchanges.har': (result) => harText(result),
}

/** The reports could not be written; the message says where and why, in one line. */
export class ReportError extends Error {
  override name = 'ReportError'
}

export async function writeWhole(path: string, text: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.tmp`
  try {
    await writeFile(unfinished, text)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/**
 * Makes the directory for the reports where it is missing, before a run is spent on it.
 * @throws {ReportError} when it cannot be made or written to
 */
export async function prepareDirectory(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true })
    await access(dir, constants.W_OK)
  } catch (cause) {
    throw unwritable(dir, cause)
  }
}

function unwritable(dir: string, cause: unknown): ReportError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ReportError(`cannot write the reports to ${dir}: ${reason}`, { cause })
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
    await mkdir(dir, { recursive: true })
    for (const { path, text } of reports) await writeWhole(path, text)
  } catch (cause) {
    throw unwritable(dir, cause)
  }
  return reports.map(({ path }) => path)
}
