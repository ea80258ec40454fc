import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { failedBefore } from '../../cli/failed-before.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { writeReports } from '../../reports/write.ts'
import { suites } from '../../suites/index.ts'
import { requirement, run } from '../reports/samples.ts'
import { temporaryDirectory } from './places.ts'
import { run as runCommand } from './program.ts'

test('what a record shows to be broken: MUST and SHOULD, what follows from them, and what the suite failed at', async () => {
  const dir = await temporaryDirectory()
  expect(await failedBefore(dir, undefined)).toEqual([])
  const requirements = [
    requirement({ id: 'TOKEN-1' }),
    requirement({ id: 'TOKEN-2', verdict: 'fail' }),
    requirement({ id: 'TOKEN-12', verdict: 'warn' }),
    requirement({ id: 'REFRESH-1', verdict: 'inconclusive', because: 'TOKEN-2' }),
    requirement({ id: 'REFRESH-2', verdict: 'inconclusive' }),
    requirement({ id: 'UPDATE-1', verdict: 'error' }),
  ]
  await writeReports(run(requirements), dir)
  expect(await failedBefore(dir, undefined)).toEqual(['TOKEN-2', 'TOKEN-12', 'REFRESH-1', 'UPDATE-1'])
  expect(await failedBefore(dir, ['TOKEN-1', 'UPDATE-1'])).toEqual(['UPDATE-1'])
  await writeFile(join(dir, 'record.json'), '{')
  await expect(failedBefore(dir, undefined)).rejects.toThrow(/is no JSON$/)
})

test('a first run has nothing that failed before, and says so', async () => {
  const out = await temporaryDirectory()
  const { status, stderr } = await runCommand(['run', '--failed-first', '--only', 'VERSION', '--out', out])
  expect(status).toBe(0)
  expect(stderr).toContain(`--failed-first: no record of a run before in ${out}`)
})

test('what failed before has ended before anything else begins', async () => {
  const { target, close } = await openMock()
  const ended: string[] = []
  const only = ['TOKEN-2', 'UPDATE-7', 'VERSION-1', 'ORG-1']
  const settings = { target, seed: 1, runs: 2, strict: false, only, first: ['UPDATE-7', 'ORG-1'] }
  await runOnThrowaway(settings, suites, ({ tests }) => ended.push(...tests.map(({ id }) => id)))
  await close()
  const begun = [...new Set(ended)]
  expect(begun.slice(0, 2).toSorted()).toEqual(['ORG-1', 'UPDATE-7'])
  expect(begun.slice(2).toSorted()).toEqual(['TOKEN-2', 'VERSION-1'])
  expect(ended.lastIndexOf('UPDATE-7')).toBeLessThan(ended.indexOf('TOKEN-2'))
})
