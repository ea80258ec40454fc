import { expect, test } from 'vitest'
import { applyBaseline, type BaselineEntry } from '../../../harness/model/baseline.ts'
import { exitStatus } from '../../../harness/model/outcome.ts'
import { junitXml } from '../../../reports/junit.ts'
import { requirement, reusedCode, run } from '../../reports/samples.ts'

const broken = requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })
const other = requirement({ id: 'TOKEN-5', verdict: 'fail', violations: [reusedCode] })
const kept = requirement({ id: 'TOKEN-1' })

const judged = (requirements: Parameters<typeof run>[0], ...entries: BaselineEntry[]) =>
  applyBaseline(run(requirements), entries)

test('a known violation does not fail the run, and JUnit shows it as skipped', () => {
  const result = judged([kept, broken], { requirement: 'TOKEN-3', reason: 'fixed in release 4' })
  expect(result.outcome).toBe('violates')
  expect(exitStatus(result)).toBe(0)
  expect(junitXml(result)).toContain('<skipped message="known violation: fixed in release 4">')
  expect(junitXml(result)).not.toContain('<failure')
})

test('known violations alone are no reason to call the run undecided', () => {
  expect(exitStatus(judged([broken], { requirement: 'TOKEN-3' }), { requireDecided: true })).toBe(0)
})

test('a new violation beside a known one fails', () => {
  expect(exitStatus(judged([broken, other], { requirement: 'TOKEN-3' }))).toBe(1)
})

test('a known violation that is gone is stale, and fails', () => {
  const result = judged([kept], { requirement: 'TOKEN-1' })
  expect(result.baseline?.stale).toEqual(['TOKEN-1'])
  expect(exitStatus(result)).toBe(1)
  expect(junitXml(result)).toContain('TOKEN-1 is kept again: renew the baseline.')
})

test('what was not decided or not selected is not stale', () => {
  const open = requirement({ id: 'TOKEN-3', verdict: 'inconclusive' })
  const result = judged([kept, open], { requirement: 'TOKEN-3' }, { requirement: 'ORG-1' })
  expect(result.baseline?.stale).toEqual([])
  expect(exitStatus(result)).toBe(0)
})

test('an entry counts on its last day and no longer', () => {
  const until = (expires: string) => judged([broken], { requirement: 'TOKEN-3', expires })
  expect(exitStatus(until('2026-01-02'))).toBe(0)
  expect(exitStatus(until('2026-01-01'))).toBe(1)
  expect(until('2026-01-01').baseline?.expired).toEqual(['TOKEN-3'])
})

test('an error of the suite stays one', () => {
  const failed = requirement({ id: 'TOKEN-5', verdict: 'error', reason: 'TypeError' })
  expect(exitStatus(judged([broken, failed], { requirement: 'TOKEN-3' }))).toBe(3)
})
