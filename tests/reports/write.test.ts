import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDirectory, ReportError, removeReports } from '../../reports/directory.ts'
import { recordSchema } from '../../reports/record.ts'
import { writeReports } from '../../reports/write.ts'
import { mixedRun } from './samples.ts'

let place: string
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'reports-'))
})
afterEach(() => rm(place, { recursive: true }))

test('every report is written, into a directory that is made, over what was there', async () => {
  const dir = join(place, 'new', 'results')
  const files = await writeReports(mixedRun, dir)
  expect(await writeReports(mixedRun, dir)).toEqual(files)
  const names = ['exchanges.har', 'junit.xml', 'record.json', 'report.html']
  expect(files.toSorted()).toEqual(names.map((name) => join(dir, name)))
  expect(await readdir(dir)).toEqual(names)
  expect(await readFile(join(dir, 'junit.xml'), 'utf8')).toContain('<testsuites')
  const record = recordSchema.parse(JSON.parse(await readFile(join(dir, 'record.json'), 'utf8')))
  expect(record.summary.outcome).toBe('violates')
})

test('a place that cannot be written is told in one line', async () => {
  const file = join(place, 'a-file')
  await writeFile(file, '')
  const failed = writeReports(mixedRun, join(file, 'results'))
  await expect(failed).rejects.toThrow(ReportError)
  await expect(failed).rejects.toThrow(/^cannot write the reports to .*a-file.results: ENOTDIR[^\n]*$/)
})

test.runIf(process.platform === 'linux')(
  'a place where nobody can make a directory is told, and soon',
  async () => {
    await expect(makeDirectory('/proc/nope/results')).rejects.toThrow(/^ENOENT/)
  },
)

describe('reports of an earlier run', () => {
  test('are removed, and nothing else is', async () => {
    const [first = ''] = await writeReports(mixedRun, place)
    await writeFile(join(place, 'notes.txt'), '')
    await removeReports(place, [])
    expect(await readdir(place)).toEqual(['notes.txt'])
    await expect(readFile(first)).rejects.toThrow('ENOENT')
  })

  test('stay where the run needs them', async () => {
    await writeReports(mixedRun, place)
    await removeReports(place, [join(place, 'record.json')])
    expect(await readdir(place)).toEqual(['record.json'])
  })

  test('that cannot be removed are told in one line', async () => {
    await mkdir(join(place, 'junit.xml'))
    await expect(removeReports(place, [])).rejects.toThrow(
      /^cannot write the reports to [^\n]*junit.xml[^\n]*$/,
    )
  })
})
