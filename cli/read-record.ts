import { readRecord as read } from '../reports/read-record.ts'
import type { ConformanceRecord } from '../reports/record.ts'
import { orUsageError } from './read-json.ts'

/**
 * Reads the record of a run.
 * @param path `record.json`, or the directory of reports that holds it
 * @throws UsageError in one line: it cannot be read, is no JSON, or is no record
 */
export function readRecord(path: string): Promise<ConformanceRecord> {
  return orUsageError(read(path))
}
