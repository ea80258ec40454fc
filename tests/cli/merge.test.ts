import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeCommand } from '../../cli/merge.ts'
import type { ShardEvidence } from '../../harness/model/evidence.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { recordSchema, sealedRecord } from '../../reports/record.ts'
import { writeReports } from '../../reports/write.ts'
import { exchange } from '../harness/samples.ts'
import { requirement, run } from '../reports/samples.ts'
import { temporaryDirectory } from './places.ts'
import { printedBy } from './printed.ts'

const IDS = ['ENV-1', 'TOKEN-1', 'TOKEN-2']

interface Part extends Partial<RunResult['run']> {
  readonly target?: RunResult['target']
  readonly verdict?: 'pass' | 'fail'
}

/** The result of one of three shards, as `run --shard` hands it to the reports. */
function shardResult(index: number, { target, verdict = 'pass', ...part }: Part = {}) {
  const id = IDS[index - 1] ?? ''
  const sent = exchange({ url: 'http://127.0.0.1:9001/v1/organizations', status: 500 })
  const shown = { expected: 'a 2xx answer', received: '500', exchanges: [sent], curl: ['curl …'] }
  const violations = verdict === 'fail' ? [shown] : []
  const evidence: ShardEvidence = {
    tests: [{ id, verdict, violations, cases: 1, durationMs: 5 }],
    ...{ rules: [], lacks: [] },
  }
  const whole = run([requirement({ id, verdict, violations })], {
    run: { only: [id], shard: { index, of: 3 }, requests: 10 * index, durationMs: 1000 * index, ...part },
    ...(target ? { target } : {}),
    exchanges: [sent],
  })
  return { ...whole, evidence }
}

/** Directories of three shards, and what they are joined into. */
async function shards(...parts: readonly (Part & { readonly index?: number })[]) {
  const place = await temporaryDirectory()
  const directories = [1, 2, 3].map((index) => join(place, `shard-${index}`))
  for (const [position, directory] of directories.entries()) {
    const { index = position + 1, ...part } = parts[position] ?? {}
    await writeReports(shardResult(index, part), directory)
  }
  return { directories, out: join(place, 'joined') }
}

const merge = (...args: readonly string[]) => printedBy(mergeCommand(), args)

const recordIn = async (directory: string) =>
  recordSchema.parse(JSON.parse(await readFile(join(directory, 'record.json'), 'utf8')))

test('shards are joined in any order into the reports of one run', async () => {
  const { directories, out } = await shards({}, { verdict: 'fail' })
  const { printed, status } = await merge(...directories.toReversed(), '--out', out)
  expect(status).toBe(1)
  expect(printed).toContain('The service breaks 1 of 3 requirements.')
  expect(printed).not.toContain('Shard')
  const { run: joined, requirements } = await recordIn(out)
  expect(joined).toMatchObject({ requests: 60, durationMs: 3000, seed: 42 })
  expect(joined).not.toHaveProperty('only')
  expect(requirements.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['ENV-1', 'pass'],
    ['TOKEN-1', 'fail'],
    ['TOKEN-2', 'pass'],
  ])
  const page = await readFile(join(out, 'report.html'), 'utf8')
  expect(page).toContain('1 exchange that shows it')
  expect(await readFile(join(out, 'junit.xml'), 'utf8')).toContain('TOKEN-2')
})

test('a baseline judges the whole', async () => {
  const { directories, out } = await shards({}, { verdict: 'fail' })
  const baseline = join(directories[0] ?? '', 'baseline.json')
  await writeFile(baseline, '["TOKEN-1"]')
  expect(await merge(...directories, '--out', out, '--baseline', baseline)).toMatchObject({ status: 0 })
})

test('how many requirements have to be decided is asked of the whole', async () => {
  const { directories, out } = await shards()
  const asking = (minimum: string) => merge(...directories, '--out', out, '--min-decided', minimum)
  expect(await asking('3')).toMatchObject({ status: 0 })
  expect(await asking('4')).toMatchObject({ status: 3 })
  expect(await asking('100%')).toMatchObject({ status: 0 })
})

test.each<[string, readonly (Part & { readonly index?: number })[], string]>([
  ['a seed', [{}, { seed: 7 }], 'are of different seeds (--seed)'],
  ['a number of cases', [{}, {}, { runs: 5 }], 'are of different numbers of cases (--runs)'],
  [
    'a target',
    [{ target: { kind: 'sandbox', authUrl: 'https://a.example', apiUrl: 'https://b.example' } }],
    'are of different targets',
  ],
  ['strictness', [{ strict: true }], 'are of different strictness (--strict)'],
  ['a number of shards', [{}, {}, { shard: { index: 3, of: 4 } }], 'are of different numbers of shards'],
  [
    'a selection',
    [{ shard: { index: 1, of: 3, only: ['ENV-1'] } }],
    'are of different requirements (--only)',
  ],
  ['a shard that is there twice', [{}, {}, { index: 2 }], 'shard 2 of 3 is there twice'],
])('%s: one line says that these are not all shards of one run', async (_, parts, message) => {
  const { directories, out } = await shards(...parts)
  await expect(merge(...directories, '--out', out)).rejects.toThrow(message)
  await expect(readFile(join(out, 'record.json'))).rejects.toThrow('ENOENT')
})

test('a shard that is missing is named', async () => {
  const { directories, out } = await shards()
  await expect(merge(...directories.slice(0, 2), '--out', out)).rejects.toThrow('shard 3 of 3 is missing')
})

test('what is no record of a shard, was altered or would be overwritten is refused', async () => {
  const { directories, out } = await shards()
  const [first = '', ...others] = directories
  await expect(merge(first, ...others, '--out', first)).rejects.toThrow('--out would overwrite')
  const altered = join(first, 'altered.json')
  await writeFile(
    altered,
    (await readFile(join(first, 'record.json'), 'utf8')).replace('"cases": 1', '"cases": 2'),
  )
  await expect(merge(altered, ...others, '--out', out)).rejects.toThrow('was altered after it was written')
  const whole = join(first, 'whole')
  await mkdir(whole)
  const record = sealedRecord(run([requirement({ id: 'ENV-1' })]))
  await writeFile(join(whole, 'record.json'), JSON.stringify(record))
  await expect(merge(whole, ...others, '--out', out)).rejects.toThrow('is the record of a whole run')
})

test('the records alone are enough; requests are shown where their archive is beside', async () => {
  const { directories, out } = await shards({}, { verdict: 'fail' })
  const alone: string[] = []
  for (const [index, directory] of directories.entries()) {
    const file = join(directory, '..', `record-${index}.json`)
    await writeFile(file, await readFile(join(directory, 'record.json')))
    alone.push(file)
  }
  expect(await merge(...alone, '--out', out)).toMatchObject({ status: 1 })
  await writeFile(
    join(directories[0] ?? '', 'exchanges.har'),
    await readFile(join(directories[1] ?? '', 'exchanges.har')),
  )
  await expect(merge(...directories, '--out', out)).rejects.toThrow('is not of the record beside it')
})
