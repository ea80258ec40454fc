import { expect, test } from 'vitest'
import type { Level } from '../../../contract/requirement.ts'
import type { Verdict } from '../../../contract/verdict.ts'
import { exitStatus, outcomeOf, tooFewDecided } from '../../../harness/model/outcome.ts'
import type { Outcome, RequirementResult, RunResult } from '../../../harness/model/result.ts'

type Given = readonly (readonly [Level, Verdict])[]

function resultOf(given: Given, { strict = false, problem }: { strict?: boolean; problem?: string } = {}) {
  const requirements = given.map(
    ([level, verdict]): RequirementResult => ({
      id: 'TOKEN-1',
      level,
      title: '',
      source: '',
      verdict,
      violations: [],
      cases: 1,
      requests: 1,
      durationMs: 1,
    }),
  )
  const result: RunResult = {
    tool: { name: 'donation-conformance', version: '0.1.0' },
    target: { kind: 'mock', authUrl: '', apiUrl: '' },
    run: { startedAt: '', durationMs: 1, seed: 1, runs: 1, requests: 1, strict },
    outcome: outcomeOf(requirements, { strict, problem }),
    requirements,
    coverage: [],
    observations: [],
    exchanges: [],
  }
  return result
}

test.each<[string, Given, Outcome, number]>([
  [
    'all kept',
    [
      ['MUST', 'pass'],
      ['SHOULD', 'pass'],
      ['MAY', 'observed'],
    ],
    'conforms',
    0,
  ],
  [
    'a MUST broken',
    [
      ['MUST', 'pass'],
      ['MUST', 'fail'],
    ],
    'violates',
    1,
  ],
  [
    'a SHOULD broken',
    [
      ['MUST', 'pass'],
      ['SHOULD', 'warn'],
    ],
    'conforms',
    0,
  ],
  [
    'a MUST not decided',
    [
      ['MUST', 'pass'],
      ['MUST', 'inconclusive'],
    ],
    'undecided',
    0,
  ],
  [
    'a SHOULD not decided',
    [
      ['MUST', 'pass'],
      ['SHOULD', 'inconclusive'],
    ],
    'conforms',
    0,
  ],
  ['a rule that does not apply', [['SHOULD', 'not-applicable']], 'conforms', 0],
  [
    'an error of the suite',
    [
      ['MUST', 'pass'],
      ['MUST', 'error'],
      ['MUST', 'inconclusive'],
    ],
    'error',
    3,
  ],
  [
    'a MUST broken and an error',
    [
      ['MUST', 'fail'],
      ['MUST', 'error'],
    ],
    'violates',
    1,
  ],
  [
    'nothing decided',
    [
      ['MUST', 'inconclusive'],
      ['SHOULD', 'inconclusive'],
    ],
    'undecided',
    3,
  ],
  ['nothing tried', [], 'undecided', 3],
])('%s', (_name, given, outcome, status) => {
  const result = resultOf(given)
  expect(result.outcome).toBe(outcome)
  expect(exitStatus(result)).toBe(status)
})

test('a strict run counts a broken SHOULD', () => {
  expect(
    exitStatus(
      resultOf(
        [
          ['MUST', 'pass'],
          ['SHOULD', 'warn'],
        ],
        { strict: true },
      ),
    ),
  ).toBe(1)
})

test('a run that was stopped is an error, unless it had already found a violation', () => {
  expect(exitStatus(resultOf([['MUST', 'pass']], { problem: 'interrupted' }))).toBe(3)
  expect(exitStatus(resultOf([['MUST', 'fail']], { problem: 'interrupted' }))).toBe(1)
})

test('an undecided MUST is red where a decision is required', () => {
  const result = resultOf([
    ['MUST', 'pass'],
    ['MUST', 'inconclusive'],
  ])
  expect(exitStatus(result, { requireDecided: true })).toBe(3)
})

test.each<[Parameters<typeof tooFewDecided>[1], 0 | 3]>([
  [{ count: 2 }, 0],
  [{ count: 3 }, 3],
  [{ percent: 66 }, 0],
  [{ percent: 67 }, 3],
  [{ percent: 0 }, 0],
])('where %j of three requirements have to be decided, two give %d', (minDecided, status) => {
  const result = resultOf([
    ['MUST', 'pass'],
    ['MAY', 'observed'],
    ['SHOULD', 'inconclusive'],
  ])
  expect(exitStatus(result, { minDecided })).toBe(status)
  expect(tooFewDecided(result, minDecided) === undefined).toBe(status === 0)
})

test('too few decided requirements hide no violation', () => {
  const result = resultOf([
    ['MUST', 'fail'],
    ['MUST', 'inconclusive'],
  ])
  expect(exitStatus(result, { minDecided: { percent: 100 } })).toBe(1)
})

test('a shard alone is red where a decision is required', () => {
  const { run, ...rest } = resultOf([['MUST', 'pass']])
  const shard: RunResult = { ...rest, run: { ...run, shard: { index: 1, of: 3 } } }
  expect(exitStatus(shard, { requireDecided: true })).toBe(3)
  expect(exitStatus(shard)).toBe(0)
})
