import { z } from 'zod'
import { verdicts } from '../contract/verdict.ts'
import { byKind } from '../harness/model/kinds.ts'
import { patternSentence } from '../harness/model/pattern.ts'
import type { RequirementResult, TestPattern, Violation } from '../harness/model/result.ts'
import { counterexampleSchema } from './shard-evidence.ts'

const count = z.int().nonnegative()

const violationSchema = z.object({
  /** Which of several cases, such as `PUT`. */
  case: z.string().optional(),
  /** The test that found it, or `all traffic`. Absent in older records. */
  test: z.string().optional(),
  expected: z.string(),
  received: z.string(),
  /** One line for each request, with secrets replaced. */
  curl: z.array(z.string()),
  /** How many others of the requirement's violations are of the same kind; absent where it stands for none. */
  alike: count.optional(),
  /** How often it was broken, where it was tried more than once. */
  tries: z.object({ broken: count, of: count }).optional(),
})

/** A requirement as `record.json` holds it. */
export const recordedRequirementSchema = z.object({
  id: z.string(),
  level: z.enum(['MUST', 'SHOULD', 'MAY']),
  title: z.string(),
  source: z.string(),
  verdict: z.enum(verdicts),
  /** The requirement whose breach breaks this one too; the verdict is then `inconclusive`. */
  because: z.string().optional(),
  /** Why the verdict is `inconclusive`, `not-applicable` or `error`. */
  reason: z.string().optional(),
  /** What would decide an inconclusive requirement: environment keys, or a sentence each. */
  needs: z.array(z.string()).optional(),
  /** What was odd where the verdict is `pass`, and how often it was; absent where nothing was, and in older records. */
  remarks: z.array(z.object({ says: z.string(), times: count })).optional(),
  /** How many inputs or variations were tried. */
  cases: count,
  /** How many of the cases that were decided broke it; absent where none did, and in older records. */
  breadth: z.object({ broken: count, of: count }).optional(),
  /** The counterexample of the first violation that has one. */
  counterexample: counterexampleSchema.optional(),
  violations: z.array(violationSchema),
  /** What tells the rows of a test that failed from those that passed. Absent where nothing failed in part. */
  patterns: z
    .array(
      z.object({
        /** The test, as a replay names it. */
        test: z.string(),
        failed: count,
        of: count,
        /** Each failed row has one of these combinations of values, and no row that passed has any. */
        combinations: z.array(z.object({ marks: z.array(z.string()), rows: count })),
        /** The same for a person. */
        sentence: z.string(),
      }),
    )
    .optional(),
  requests: count,
  durationMs: z.number().nonnegative(),
})
type RecordedRequirement = z.infer<typeof recordedRequirementSchema>

function recordedViolation(violation: Violation, alike: number): RecordedRequirement['violations'][number] {
  const { expected, received, curl, test } = violation
  return {
    ...(violation.case !== undefined && { case: violation.case }),
    ...(test !== undefined && { test }),
    expected,
    received,
    curl: [...curl],
    ...(alike > 0 && { alike }),
    ...(violation.tries && { tries: { ...violation.tries } }),
  }
}

function recordedPattern(pattern: TestPattern) {
  const { test, failed, of, combinations } = pattern
  return {
    ...{ test, failed, of, sentence: patternSentence(pattern) },
    combinations: combinations.map(({ marks, rows }) => ({ marks: [...marks], rows })),
  }
}

/** A copy for the record, which shares nothing with the result. */
export function recordedRequirement(requirement: RequirementResult): RecordedRequirement {
  const {
    id,
    level,
    title,
    source,
    verdict,
    because,
    reason,
    needs,
    cases,
    breadth,
    remarks,
    violations,
    patterns,
  } = requirement
  const kinds = byKind(violations)
  const counterexample = violations.find((violation) => violation.counterexample)?.counterexample
  return {
    id,
    level,
    title,
    source,
    verdict,
    ...(because !== undefined && { because }),
    ...(reason !== undefined && { reason }),
    ...(needs && { needs: [...needs] }),
    ...(remarks && { remarks: remarks.map((one) => ({ ...one })) }),
    cases,
    ...(breadth && { breadth: { ...breadth } }),
    ...(counterexample && { counterexample: { ...counterexample, curl: [...counterexample.curl] } }),
    violations: violations.map((violation) =>
      recordedViolation(violation, kinds.find((kind) => kind.violation === violation)?.others.length ?? 0),
    ),
    ...(patterns && { patterns: patterns.map(recordedPattern) }),
    requests: requirement.requests,
    durationMs: requirement.durationMs,
  }
}
