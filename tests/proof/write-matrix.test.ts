import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { matrixOf } from '../../proof/matrix.ts'
import { writeGenerated, writeMatrix } from '../../proof/write-matrix.ts'
import { isAsSealed } from '../../reports/digest.ts'
import { temporaryDirectory } from '../cli/places.ts'

const matrix = matrixOf([])
const run = { subject: 'service' as const, seed: 7, runs: 25, only: ['TOKEN'] }

test('a matrix goes into a directory as JSON, Markdown and a page, or into one file', async () => {
  const place = await temporaryDirectory()
  await writeMatrix(matrix, place, run)
  await writeGenerated(matrix, place, { ...run, generated: 10 })
  await writeMatrix(matrix, join(place, 'alone.json'), run)
  expect((await readdir(place)).sort()).toEqual([
    'alone.json',
    'generated.json',
    'generated.md',
    'matrix.html',
    'matrix.json',
    'matrix.md',
  ])
  const alone = await readFile(join(place, 'alone.json'), 'utf8')
  expect(alone).toBe(await readFile(join(place, 'matrix.json'), 'utf8'))
})

test('the file says of which build and run it is, and is sealed', async () => {
  const file = join(await temporaryDirectory(), 'matrix.json')
  await writeGenerated(matrix, file, { ...run, generated: 10 })
  const content = JSON.parse(await readFile(file, 'utf8'))
  expect(content).toMatchObject({
    tool: { name: 'donation-conformance', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } },
    run: { subject: 'service', seed: 7, runs: 25, only: ['TOKEN'], generated: 10 },
    faults: [],
  })
  expect(isAsSealed(content)).toBe(true)
  expect(isAsSealed({ ...content, sensitivity: 0.5 })).toBe(false)
})
