import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises'

/** The reports could not be written; the message says where and why, in one line. */
export class ReportError extends Error {
  override name = 'ReportError'
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

export function unwritable(dir: string, cause: unknown): ReportError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ReportError(`cannot write the reports to ${dir}: ${reason}`, { cause })
}

/** Writes a file so that it is there whole or not at all. */
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
