import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { reasonOf, UsageError } from './usage.ts'

/**
 * Reads a JSON file that has to keep a schema.
 * @param path a file, or a directory of reports that holds `record.json`
 * @throws UsageError in one line: it cannot be read, is no JSON, or is not what is wanted
 */
export async function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  what: string,
): Promise<z.infer<Schema>> {
  let text: string
  try {
    const file = (await stat(path)).isDirectory() ? join(path, 'record.json') : path
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`)
  }
  const parsed = schema.safeParse(parseJson(text, path))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
  throw new UsageError(`${path} is no ${what}: ${issue?.message ?? 'another format'}${where}`)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is no JSON`)
  }
}
