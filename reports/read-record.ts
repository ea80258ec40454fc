import { readJsonFile } from './read-json.ts'
import { type ConformanceRecord, recordSchema } from './record.ts'

/**
 * Reads the record of a run.
 * @param path `record.json`, or the directory of reports that holds it
 * @throws UnreadableError, in one line, where it cannot be read, is no JSON or is no record, with the place of what is wrong
 */
export function readRecord(path: string): Promise<ConformanceRecord> {
  return readJsonFile(path, recordSchema, 'record of a run')
}
