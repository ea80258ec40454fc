import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { reasonOf, visible } from './text.ts'

/** A file that cannot be read as what it is to be. The message is one line for a person. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

/**
 * Reads a JSON file that has to keep a schema.
 * @param path a file, or a directory of reports that holds `record.json`
 * @throws UnreadableError where it cannot be read, is no JSON, or is not what is wanted
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
    throw new UnreadableError(`cannot read ${path}: ${reasonOf(error)}`)
  }
  return parseAs(schema, parseJson(text, path), path, what)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableError(`${path} is no JSON`)
  }
}

/**
 * Parses what a file holds.
 * @throws UnreadableError with the place of what is wrong
 */
export function parseAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
  what: string,
): z.infer<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.length ? ` at ${issue.path.join('.')}` : ''
  throw new UnreadableError(visible(`${name} is no ${what}: ${issue?.message ?? 'another format'}${where}`))
}
