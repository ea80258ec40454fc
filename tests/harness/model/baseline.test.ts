import { describe, expect, test } from 'vitest'
import {
  applyBaseline,
  type BaselineEntry,
  baselineListSchema,
  entriesFrom,
} from '../../../harness/model/baseline.ts'
import { exitStatus } from '../../../harness/model/outcome.ts'
import type { RequirementResult, RunResult } from '../../../harness/model/result.ts'
import { junitXml } from '../../../reports/junit.ts'
import { recordSchema, toRecord } from '../../../reports/record.ts'
import { baselineSentence } from '../../../reports/summary.ts'
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

describe('an entry that names cases', () => {
  const row = (name: string, label = 'one change') => ({
    ...{ expected: 'a refusal', received: '200', exchanges: [], curl: [] },
    ...{ test: `TOKEN-9/${label}`, case: name },
  })
  const slash = row('trailing slash added')
  const token9 = (violations: RequirementResult['violations'], part: Partial<RequirementResult> = {}) =>
    requirement({ id: 'TOKEN-9', verdict: 'fail', violations, ...part })
  const status = (violations: RequirementResult['violations'], ...entries: BaselineEntry[]) =>
    exitStatus(judged([token9(violations)], ...entries))
  const naming = (...cases: string[]): BaselineEntry => ({ requirement: 'TOKEN-9', cases })

  test('excuses these, by row, by a value in a row, or by test', () => {
    expect(status([slash], naming('trailing slash added'))).toBe(0)
    expect(status([slash], naming('one change: trailing slash added'))).toBe(0)
    expect(status([slash], naming('one change'))).toBe(0)
    expect(status([row('PUT, trailing slash added')], naming('trailing slash added'))).toBe(0)
    expect(status([slash, row('other path')], naming('trailing slash added'), naming('other path'))).toBe(0)
  })

  test('excuses no second way of breaking the requirement', () => {
    const result = judged([kept, token9([slash, row('other path')])], naming('trailing slash added'))
    expect(exitStatus(result)).toBe(1)
    expect(result.baseline?.beyond).toEqual([{ requirement: 'TOKEN-9', cases: ['one change: other path'] }])
    expect(baselineSentence(result)).toBe(
      '0 violations known from the baseline. Broken in other ways than it names: TOKEN-9 (one change: other path).',
    )
    expect(junitXml(result)).toContain('<failure')
    expect(status([slash], naming('trailing slash'))).toBe(1)
    expect(status([row('the same', 'another test')], naming('one change: the same'))).toBe(1)
  })

  test('says which of them were not seen, while others are', () => {
    const result = judged([kept, token9([slash])], naming('trailing slash added', 'other path'))
    expect(exitStatus(result)).toBe(0)
    expect(baselineSentence(result)).toContain('It names ways that were not seen: TOKEN-9 (other path).')
  })

  test('is stale where nothing is broken any more, and ends on its last day', () => {
    expect(judged([requirement({ id: 'TOKEN-9' })], naming('x')).baseline?.stale).toEqual(['TOKEN-9'])
    const until = { ...naming('trailing slash added'), expires: '2026-01-01' }
    expect(judged([token9([slash])], until).baseline).toMatchObject({ expired: ['TOKEN-9'], beyond: [] })
  })

  test('that is a test is known to fail in part: in all that is tried it is red', () => {
    const { case: _, ...generated } = { ...reusedCode, test: 'TOKEN-9/any uri' }
    const failing = (failed: number, of = 40, whole: string[] = []) => {
      const patterns = [{ test: 'TOKEN-9/any uri', failed, of, combinations: [] }]
      return judged([kept, token9([generated], { patterns })], { ...naming('any uri'), whole })
    }
    expect(exitStatus(failing(3))).toBe(0)
    expect(exitStatus(failing(40))).toBe(1)
    expect(exitStatus(failing(40, 40, ['any uri']))).toBe(0)
    expect(exitStatus(failing(2, 2))).toBe(0)
    expect(baselineSentence(failing(40))).toContain('TOKEN-9 (any uri, wholly)')
  })

  test('a test may be named as the record names it', () => {
    const whole = { requirement: 'TOKEN-9', cases: ['TOKEN-9/near misses'], whole: ['TOKEN-9/near misses'] }
    expect(baselineListSchema.parse(['TOKEN-9: TOKEN-9/near misses', whole])).toEqual([
      { requirement: 'TOKEN-9', cases: ['near misses'] },
      { requirement: 'TOKEN-9', cases: ['near misses'], whole: ['near misses'] },
    ])
  })

  test('can be written in short', () => {
    expect(baselineListSchema.parse(['TOKEN-9: trailing slash added', 'TOKEN-12'])).toEqual([
      { requirement: 'TOKEN-9', cases: ['trailing slash added'] },
      { requirement: 'TOKEN-12' },
    ])
  })

  test('comes from a record too, which excuses what it shows and no more', () => {
    const against = (before: RunResult, after: RunResult) => {
      const { requirements, run: settings } = recordSchema.parse(toRecord(before))
      return exitStatus(applyBaseline(after, entriesFrom(requirements, { ...settings, reason: 'before' })))
    }
    const { case: _, ...generated } = { ...reusedCode, test: 'TOKEN-9/any uri' }
    const partly = [{ test: 'TOKEN-9/any uri', failed: 3, of: 40, combinations: [] }]
    const wholly = [{ test: 'TOKEN-9/any uri', failed: 40, of: 40, combinations: [] }]
    const few = run([token9([slash, generated], { patterns: partly })])
    const all = run([token9([slash, generated], { patterns: wholly })])
    const more = run([token9([slash, row('other path'), generated], { patterns: partly })])
    const found = run([token9([slash, { ...generated, test: 'TOKEN-9/others' }], { patterns: partly })])
    const unlike = { ...generated, test: 'TOKEN-9/others', received: 'a dropped connection' }
    expect(against(few, few)).toBe(0)
    expect(against(few, found)).toBe(0)
    expect(against(few, run([token9([slash, unlike], { patterns: partly })]))).toBe(1)
    expect(against(few, more)).toBe(1)
    expect(against(few, all)).toBe(1)
    expect(against(all, all)).toBe(0)
    expect(against(all, few)).toBe(0)
  })

  test('a record of an earlier version excuses the whole requirement', () => {
    const { test: _, ...old } = slash
    expect(
      entriesFrom([{ id: 'TOKEN-9', level: 'MUST', verdict: 'fail', violations: [old] }], {
        strict: false,
        reason: 'before',
      }),
    ).toEqual([{ requirement: 'TOKEN-9', reason: 'before' }])
  })
})
