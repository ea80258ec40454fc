import { z } from 'zod'
import { type BaselineEntry, baselineListSchema, entriesFrom } from '../harness/model/baseline.ts'
import { readJsonFile } from '../reports/read-json.ts'
import { recordSchema } from '../reports/record.ts'

/**
 * Reads the violations known before a run: a list of entries, or the record of a run, which excuses
 * what it shows: each requirement that was broken, in the ways in which it was.
 * @throws UnreadableError where the file is neither
 */
export async function readBaseline(path: string): Promise<readonly BaselineEntry[]> {
  const json = await readJsonFile(path, z.unknown(), 'baseline')
  if (Array.isArray(json)) return readJsonFile(path, baselineListSchema, 'baseline')
  const { requirements, run } = await readJsonFile(path, recordSchema, 'baseline')
  return entriesFrom(requirements, {
    strict: run.strict,
    reason: 'in the record that the run was given',
  })
}
