import { access, constants, mkdir, rename, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { reportFiles } from './reporters.ts'

/** Not all reports could be written; the message says where and why, in one line for each that is missing. */
export class ReportError extends Error {
  override name = 'ReportError'
  /** The paths of those that were written all the same. */
  readonly written: readonly string[]

  constructor(
    message: string,
    { written = [], cause }: { written?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.written = written
  }
}

/**
 * Makes the directory for the reports where it is missing, before a run is spent on it.
 * @throws {ReportError} when it cannot be made or written to
 */
export async function prepareDirectory(dir: string): Promise<void> {
  try {
    await makeDirectory(dir)
    await access(dir, constants.W_OK)
  } catch (cause) {
    throw unwritable(dir, cause)
  }
}

/**
 * Makes a directory and those above it that are missing. (Node's own way of doing that never ends where a file system
 * such as /proc says of a directory that is there that it is not.)
 * @param mode the permissions of those that are made
 */
export async function makeDirectory(dir: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(dir, mode)
  } catch (error) {
    if (await isDirectory(dir)) return
    const above = dirname(dir)
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    if (!isMissing || above === dir || (await isDirectory(above))) throw error
    await makeDirectory(above, mode)
    await mkdir(dir, mode)
  }
}

async function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** Removes a file where there is one. (`rm` tells of what may not be removed that it is no directory.) */
async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path)
  } catch (error) {
    // The second is said where what should be the directory is a file: nothing is in it.
    const isNone =
      error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))
    if (!isNone) throw error
  }
}

/** The error for that, not thrown yet. @param written paths that were written all the same. */
export function unwritable(dir: string, cause: unknown, written: readonly string[] = []): ReportError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ReportError(`cannot write the reports to ${dir}: ${reason}`, { written, cause })
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

/**
 * Removes the reports of an earlier run, which would be taken for those of one that could not be made.
 * @param except files that are no mere reports, such as the baseline of the run.
 * @throws {ReportError} when one cannot be removed
 */
export async function removeReports(dir: string, except: readonly string[]): Promise<void> {
  const kept = except.map((path) => resolve(path))
  const paths = reportFiles.map((name) => resolve(dir, name))
  try {
    await Promise.all(paths.filter((path) => !kept.includes(path)).map((path) => removeFile(path)))
  } catch (cause) {
    throw unwritable(dir, cause)
  }
}
