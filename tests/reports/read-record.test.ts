import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diff, readRecord, UnlikeRecordsError, UnreadableError } from '../../reports/index.ts'
import { toRecord } from '../../reports/record.ts'
import { temporaryDirectory } from '../cli/places.ts'
import { mixedRun } from './samples.ts'

const record = toRecord(mixedRun)

/** Writes it as the record of a directory of reports, which it returns. */
async function reportsWith(content: unknown): Promise<string> {
  const directory = await temporaryDirectory()
  await writeFile(join(directory, 'record.json'), JSON.stringify(content))
  return directory
}

test('a record is read from its file, or from the directory that holds it', async () => {
  const directory = await reportsWith(record)
  expect(await readRecord(directory)).toEqual(record)
  expect(await readRecord(join(directory, 'record.json'))).toEqual(record)
})

test.each([
  ['of a later schema', { ...record, schema: 2 }, 'Invalid input: expected 1 at schema'],
  [
    'with text for a number',
    { ...record, run: { ...record.run, seed: 'seven' } },
    'Invalid input: expected number, received string at run.seed',
  ],
])('what is wrong with one %s is told with its place', async (_, content, says) => {
  const directory = await reportsWith(content)
  const wrong = new UnreadableError(`${directory} is no record of a run: ${says}`)
  await expect(readRecord(directory)).rejects.toThrow(wrong)
})

test('the record of an application is not compared with that of a service', () => {
  const other = { ...record, subject: 'partner' as const }
  expect(() => diff(record, other)).toThrow(
    new UnlikeRecordsError('one record is about a service, the other about a partner'),
  )
})
