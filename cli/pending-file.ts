import { existsSync } from 'node:fs'
import { newPendingFile, type PendingFile, pendingFileSchema } from '../harness/model/pending.ts'
import { writeWhole } from '../reports/directory.ts'
import { readJsonFile } from '../reports/read-json.ts'
import { reasonOf } from './usage.ts'

/**
 * Reads what a target is held to; where there is no such file yet, all that the catalogue demands today.
 * @throws UnreadableError where the file is another.
 */
export async function readPending(path: string): Promise<PendingFile> {
  if (!existsSync(path)) return newPendingFile()
  return readJsonFile(path, pendingFileSchema, 'list of what is pending')
}

/** Writes it for the next run. @returns in one line why it could not be written; undefined where it was. */
export async function writePending(path: string, file: PendingFile): Promise<string | undefined> {
  try {
    await writeWhole(path, `${JSON.stringify(file, null, 2)}\n`)
    return undefined
  } catch (error) {
    return `cannot write ${path}: ${reasonOf(error)}; what was new in this run will be new again`
  }
}
