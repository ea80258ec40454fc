import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordSchema, toRecord } from '../../reports/record.ts'
import { hostileRun } from './hostile.ts'
import { alteredState, mixedRun, partlyBroken, requirement, reusedCode, run } from './samples.ts'

test('the summary counts every verdict, those that did not occur too', () => {
  expect(toRecord(mixedRun).summary).toEqual({
    outcome: 'violates',
    verdicts: { pass: 1, fail: 2, warn: 1, inconclusive: 3, 'not-applicable': 1, observed: 1, error: 1 },
  })
})

test('a requirement carries its violations, and the first counterexample among them', () => {
  const violated = requirement({ id: 'AUTHZ-2', verdict: 'fail', violations: [reusedCode, alteredState] })
  expect(toRecord(run([violated])).requirements).toEqual([
    {
      id: 'AUTHZ-2',
      level: 'MUST',
      title: 'What AUTHZ-2 asks of the service',
      source: 'Errors; RFC 6749, 4.1.2',
      verdict: 'fail',
      cases: 1,
      counterexample: alteredState.counterexample,
      violations: [
        {
          case: 'second exchange',
          expected: reusedCode.expected,
          received: reusedCode.received,
          curl: reusedCode.curl,
        },
        { expected: alteredState.expected, received: alteredState.received, curl: alteredState.curl },
      ],
      requests: 3,
      durationMs: 120,
    },
  ])
})

test('every violation is in it; the one that stands for others says for how many, and the pattern is told', () => {
  const [recorded] = toRecord(run([partlyBroken])).requirements
  expect(recorded?.violations.map(({ alike }) => alike)).toEqual([11, ...Array(12).fill(undefined)])
  expect(recorded?.patterns).toEqual([
    {
      test: 'UPDATE-3/every field',
      failed: 13,
      of: 84,
      combinations: [
        { marks: ['identifier', 'memo'], rows: 12 },
        { marks: ['method PUT', 'donor_city'], rows: 1 },
      ],
      sentence:
        '13 of 84 rows fail: 12 with identifier and memo, 1 with method PUT and donor_city, none else',
    },
  ])
})

test('an undecided requirement says why and what it needs', () => {
  const token6 = toRecord(mixedRun).requirements.find(({ id }) => id === 'TOKEN-6')
  expect(token6).toMatchObject({
    reason: 'how long a code lives is not known',
    needs: ['SANDBOX_CODE_LIFETIME_SECONDS'],
  })
})

test('an unfinished run says why', () => {
  expect(toRecord(run([], { problem: 'interrupted' })).summary).toMatchObject({
    outcome: 'error',
    problem: 'interrupted',
  })
})

test('whatever a service sends, a record read back is the record written', () => {
  fc.assert(
    fc.property(hostileRun, (result) => {
      const record = toRecord(result)
      expect(recordSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record)
    }),
    { seed: 1 },
  )
})
