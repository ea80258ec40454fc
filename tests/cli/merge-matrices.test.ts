import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mergeCommand } from '../../cli/merge.ts'
import { type JudgedCase, matrixOf } from '../../proof/matrix.ts'
import { type MatrixRun, writeMatrix } from '../../proof/write-matrix.ts'
import { temporaryDirectory } from './places.ts'
import { printedBy } from './printed.ts'

const merge = (...args: readonly string[]) => printedBy(mergeCommand(), args)

function tried(fault: string, outcome: 'caught' | 'missed'): JudgedCase {
  const attempts = [{ seed: 1, runs: 25, sampling: { rows: 1, runs: 2, except: ['TOKEN-3'] } }]
  return {
    proofCase: {
      ...{ kind: 'fault', faults: [fault], variants: [], description: 'A code works twice.' },
      ...{ requirement: 'TOKEN-3', attempts },
    },
    flagged: outcome === 'caught' ? [{ id: 'TOKEN-3', verdict: 'fail', why: 'it did' }] : [],
    ...{ requests: 7, durationMs: 12, outcome, wrongly: [] },
  }
}

/** What two shards of `faults` wrote. */
async function matrices(second: Partial<MatrixRun> = {}, outcome: 'caught' | 'missed' = 'caught') {
  const place = await temporaryDirectory()
  const files = [join(place, '1.json'), join(place, '2.json')] as const
  const run = { subject: 'service', seed: 1, runs: 25 } as const
  await writeMatrix(matrixOf([tried('one', 'caught')]), files[0], { ...run, shard: { index: 1, of: 2 } })
  const other = { ...run, shard: { index: 2, of: 2 }, ...second }
  await writeMatrix(matrixOf([tried('two', outcome)]), files[1], other)
  return { files, out: join(place, 'matrix.json') }
}

test('matrices of all shards are joined into one, written as `faults` writes it', async () => {
  const { files, out } = await matrices()
  const { printed, status } = await merge(...files, '--out', out)
  expect(status).toBe(0)
  expect(printed).toContain('2 of 2 faults caught and rightly named')
  const joined = JSON.parse(await readFile(out, 'utf8'))
  expect(joined.run).toEqual({ subject: 'service', seed: 1, runs: 25 })
  expect(joined.faults).toEqual(
    ['one', 'two'].map((name) => expect.objectContaining({ trial: tried(name, 'caught').proofCase })),
  )
})

test('a fault that one shard missed makes the whole red', async () => {
  const { files, out } = await matrices({}, 'missed')
  expect(await merge(...files, '--out', out)).toMatchObject({ status: 1 })
})

test('what is not of one matrix is refused in one line', async () => {
  const { files, out } = await matrices({ seed: 2 })
  await expect(merge(...files, '--out', out)).rejects.toThrow('are of different runs of `faults`')
  await expect(merge(files[0], '--out', out)).rejects.toThrow('shard 2 of 2 is missing')
  const record = join(files[0], '../record.json')
  await writeFile(record, '{ "schema": 1 }')
  await expect(merge(files[0], record, '--out', out)).rejects.toThrow('join each by themselves')
})
