import type { z } from 'zod'
import { readJsonFile as read, UnreadableError } from '../reports/read-json.ts'
import { UsageError } from './usage.ts'

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
  try {
    return await read(path, schema, what)
  } catch (error) {
    if (error instanceof UnreadableError) throw new UsageError(error.message)
    throw error
  }
}
