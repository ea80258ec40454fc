import type { z } from 'zod'
import { readJsonFile as read, UnreadableError } from '../reports/read-json.ts'
import { UsageError } from './usage.ts'

/**
 * Reads a JSON file that has to keep a schema.
 * @param path a file, or a directory of reports that holds `record.json`
 * @throws UsageError in one line: it cannot be read, is no JSON, or is not what is wanted
 */
export function readJsonFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  what: string,
): Promise<z.infer<Schema>> {
  return orUsageError(read(path, schema, what))
}

/** What was read. @throws UsageError where the file of the user cannot be read as what it is to be */
export async function orUsageError<Content>(reading: Promise<Content>): Promise<Content> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof UnreadableError) throw new UsageError(error.message)
    throw error
  }
}
