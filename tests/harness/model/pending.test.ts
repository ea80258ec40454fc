import { expect, test } from 'vitest'
import { applyBaseline } from '../../../harness/model/baseline.ts'
import { exitStatus } from '../../../harness/model/outcome.ts'
import {
  applyPending,
  newPendingFile,
  type PendingFile,
  pendingFileSchema,
} from '../../../harness/model/pending.ts'
import { summaryMarkdown } from '../../../reports/github.ts'
import { reportHtml } from '../../../reports/html/page.ts'
import { junitXml } from '../../../reports/junit.ts'
import { recordSchema, toRecord } from '../../../reports/record.ts'
import { overlaySentence } from '../../../reports/summary.ts'
import { requirement, reusedCode, run } from '../../reports/samples.ts'

const broken = requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })
const kept = requirement({ id: 'TOKEN-3' })
const open = requirement({ id: 'TOKEN-3', verdict: 'inconclusive' })
const other = requirement({ id: 'TOKEN-1' })

/** The file of a target whose operator first ran a release that did not have TOKEN-3 yet. */
const before: PendingFile = {
  ...newPendingFile(),
  demanded: newPendingFile().demanded.filter((id) => id !== 'TOKEN-3'),
}
const on = (day: string) => ({ run: { startedAt: `${day}T12:00:00.000Z` } })

test('a target that had no file is held to all that is demanded', () => {
  const { result, file } = applyPending(run([other, broken]), newPendingFile())
  expect(exitStatus(result)).toBe(1)
  expect(file).toEqual(newPendingFile())
  expect(overlaySentence(result)).toBeUndefined()
})

test('what a release demands for the first time counts for nothing, for 90 days', () => {
  const { result, file } = applyPending(run([other, broken], on('2026-01-02')), before)
  expect(result.outcome).toBe('violates')
  expect(exitStatus(result)).toBe(0)
  expect(file.pending).toEqual([{ requirement: 'TOKEN-3', since: '2026-01-02', until: '2026-04-02' }])
  expect(pendingFileSchema.parse(file)).toEqual(file)
  const lastDay = applyPending(run([other, broken], on('2026-04-02')), file)
  expect(exitStatus(lastDay.result)).toBe(0)
  const after = applyPending(run([other, broken], on('2026-04-03')), lastDay.file)
  expect(exitStatus(after.result)).toBe(1)
  expect(overlaySentence(after.result)).toBe('No longer pending: TOKEN-3.')
  expect(after.file.pending).toEqual([])
})

test('what was kept once counts from then on', () => {
  const { result, file } = applyPending(run([other, kept]), before)
  expect(exitStatus(result)).toBe(0)
  expect(file.pending).toEqual([])
  expect(exitStatus(applyPending(run([other, broken]), file).result)).toBe(1)
})

test('what was not decided stays pending, and is no gap that has to be filled', () => {
  const { result, file } = applyPending(run([other, open]), before)
  expect(exitStatus(result, { requireDecided: true })).toBe(0)
  expect(file.pending).toHaveLength(1)
  expect(exitStatus(applyPending(run([other]), before).result)).toBe(0)
})

test('a mistake of the suite is no matter of what is pending', () => {
  const failed = requirement({ id: 'TOKEN-3', verdict: 'error', reason: 'TypeError' })
  expect(exitStatus(applyPending(run([other, failed]), before).result)).toBe(3)
})

test('another violation beside fails, unless the baseline knows it', () => {
  const second = requirement({ id: 'TOKEN-5', verdict: 'fail', violations: [reusedCode] })
  const result = run([other, broken, second])
  expect(exitStatus(applyPending(result, before).result)).toBe(1)
  const known = applyBaseline(result, [{ requirement: 'TOKEN-5' }])
  expect(exitStatus(applyPending(known, before).result)).toBe(0)
})

test('every report says what is pending', () => {
  const { result } = applyPending(run([other, broken]), before)
  const sentence =
    '1 requirement pending, which counts for nothing yet. Broken of these: TOKEN-3 (until 2026-04-02).'
  expect(overlaySentence(result)).toBe(sentence)
  expect(junitXml(result)).toContain('<skipped message="pending until 2026-04-02: ')
  expect(junitXml(result)).not.toContain('<failure')
  expect(summaryMarkdown(result)).toContain('make the service keep what is new')
  expect(reportHtml(result)).toContain('pending: ')
  expect(recordSchema.parse(toRecord(result)).pending).toEqual({
    entries: [{ requirement: 'TOKEN-3', until: '2026-04-02' }],
    ended: [],
  })
})

test.each<[where: string, twice: Pick<PendingFile, 'demanded' | 'pending'>]>([
  ['as pending', { demanded: [], pending: [day('2026-01-02'), day('2027-01-02')] }],
  ['as demanded and as pending', { demanded: ['TOKEN-3'], pending: [day('2027-01-02')] }],
])('a requirement that stands there twice, %s, is a mistake', (_, twice) => {
  const { error } = pendingFileSchema.safeParse({ schema: 1, ...twice })
  expect(error?.issues.map(({ message }) => message)).toEqual(['names TOKEN-3 twice'])
})

function day(until: string) {
  return { requirement: 'TOKEN-3', since: '2026-01-01', until }
}
