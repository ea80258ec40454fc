import { z } from 'zod'
import { type BaselineEntry, baselineListSchema } from '../harness/model/baseline.ts'
import { isBrokenSomehow } from '../harness/model/outcome.ts'
import { recordSchema } from '../reports/record.ts'
import { readJsonFile } from './read-json.ts'

/**
 * Reads the violations known before a run: a list of entries, or the record of a run, each of whose violations counts
 * as known.
 * @throws UsageError where the file is neither
 */
export async function readBaseline(path: string): Promise<readonly BaselineEntry[]> {
  const json = await readJsonFile(path, z.unknown(), 'baseline')
  if (Array.isArray(json)) return readJsonFile(path, baselineListSchema, 'baseline')
  const { requirements, run } = await readJsonFile(path, recordSchema, 'baseline')
  return requirements
    .filter((one) => isBrokenSomehow(one, run.strict))
    .map(({ id }) => ({ requirement: id, reason: 'in the record that the run was given' }))
}
