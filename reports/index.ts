/** What other programs need to read and compare the records of runs. */
export {
  compareRecords as diff,
  type Drift,
  hasDrifted,
  type RecordDiff,
  UnlikeRecordsError,
  type VerdictChange,
} from './diff/compare.ts'
export { diffMarkdown, diffText } from './diff/text.ts'
export { UnreadableError } from './read-json.ts'
export { readRecord } from './read-record.ts'
export { type ConformanceRecord, recordSchema } from './record.ts'
