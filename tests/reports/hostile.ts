import fc from 'fast-check'
import { serviceRequirements } from '../../contract/index.ts'
import type { Level } from '../../contract/requirement.ts'
import { type Verdict, verdicts } from '../../contract/verdict.ts'
import type { RequirementResult, RunResult } from '../../harness/model/result.ts'
import { requirement, run } from './samples.ts'

/** What a hostile service may send: every code unit, and what terminals and XML parsers stumble over. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom(
        ']]>',
        '<![CDATA[',
        '&amp;',
        '&unknown;',
        '&#0;',
        '-->',
        '"',
        "'",
        '\u001b[31m',
        '\u001b]0;title\u0007',
        '\r\n',
        '\t',
        '\u0000',
        '\u009b2J',
        '\ud800',
        '\udc00',
        '\ufffe',
        '\u202e',
        '</testsuites>',
      ),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))

const violation = fc.record(
  {
    case: hostileText,
    expected: hostileText,
    received: hostileText,
    exchanges: fc.constant([]),
    curl: fc.array(hostileText, { maxLength: 2 }),
    counterexample: fc.record({
      value: hostileText,
      seed: fc.integer(),
      path: hostileText,
      replay: hostileText,
      curl: fc.array(hostileText, { maxLength: 2 }),
    }),
  },
  { requiredKeys: ['expected', 'received', 'exchanges', 'curl'] },
)

const pattern = fc.record({
  test: hostileText,
  failed: fc.nat(100),
  of: fc.nat(100),
  combinations: fc.array(fc.record({ marks: fc.array(hostileText, { maxLength: 3 }), rows: fc.nat(100) }), {
    maxLength: 3,
  }),
})

const hostileRequirement: fc.Arbitrary<RequirementResult> = fc
  .record(
    {
      id: fc.constantFrom(...serviceRequirements.map(({ id }) => id)),
      level: fc.constantFrom<Level[]>('MUST', 'SHOULD'),
      title: hostileText,
      source: hostileText,
      verdict: fc.constantFrom<Verdict[]>(...verdicts),
      reason: hostileText,
      needs: fc.array(hostileText, { maxLength: 2 }),
      violations: fc.array(violation, { maxLength: 5 }),
      patterns: fc.array(pattern, { maxLength: 2 }),
      durationMs: fc.double({ min: 0, max: 1e7, noNaN: true }),
    },
    { requiredKeys: ['id', 'level', 'title', 'source', 'verdict', 'violations', 'durationMs'] },
  )
  .map(requirement)

/** A run in which every text came from a hostile service. */
export const hostileRun: fc.Arbitrary<RunResult> = fc
  .record({
    requirements: fc.array(hostileRequirement, { maxLength: 6 }),
    problem: fc.option(hostileText, { nil: undefined }),
    value: hostileText,
    strict: fc.boolean(),
  })
  .map(({ requirements, problem, value, strict }) =>
    run(requirements, {
      ...(problem !== undefined && { problem }),
      observations: requirements.map(({ id }) => ({ requirement: id, name: value, value })),
      run: { strict },
    }),
  )
