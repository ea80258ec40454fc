import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBrokenSomehow } from '../harness/model/outcome.ts'
import { readRecord } from '../reports/read-record.ts'

/**
 * The requirements that the record of the run before showed to be broken, or could not judge by a mistake of ours: MUST,
 * SHOULD, and what followed from them. None where there is no record, which stderr tells.
 * @param dir where the reports of the run before are
 * @param selected the requirements that are tested now; all where it is undefined
 * @throws UnreadableError where the record cannot be read
 */
export async function failedBefore(
  dir: string,
  selected: readonly string[] | undefined,
): Promise<readonly string[]> {
  const file = join(dir, 'record.json')
  if (!existsSync(file)) {
    process.stderr.write(
      `--failed-first: no record of a run before in ${dir}, so all go in their usual order\n`,
    )
    return []
  }
  const { requirements } = await readRecord(file)
  return requirements
    .filter((one) => isBrokenSomehow(one, true) || one.verdict === 'error')
    .map(({ id }) => id)
    .filter((id) => !selected || selected.includes(id))
}
