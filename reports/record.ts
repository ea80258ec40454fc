import { z } from 'zod'
import { verdicts } from '../contract/verdict.ts'
import { byKind } from '../harness/model/kinds.ts'
import { patternSentence } from '../harness/model/pattern.ts'
import type { RequirementResult, RunResult, TestPattern, Violation } from '../harness/model/result.ts'
import { countVerdicts } from './summary.ts'

const count = z.int().nonnegative()

const counterexampleSchema = z.object({
  /** JSON text of the generated input, shrunk. */
  value: z.string(),
  seed: z.int(),
  /** fast-check's path to the input, for use with the seed. */
  path: z.string(),
  /** Command that sends this case alone. */
  replay: z.string(),
  curl: z.array(z.string()),
})

const violationSchema = z.object({
  /** Which of several cases, such as `PUT`. */
  case: z.string().optional(),
  expected: z.string(),
  received: z.string(),
  /** One line for each request, with secrets replaced. */
  curl: z.array(z.string()),
  /** How many others of the requirement's violations are of the same kind; absent where it stands for none. */
  alike: count.optional(),
  /** How often it was broken, where it was tried more than once. */
  tries: z.object({ broken: count, of: count }).optional(),
})

const recordedRequirementSchema = z.object({
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
  /** How many inputs or variations were tried. */
  cases: count,
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

/**
 * The schema of `record.json`, the machine-readable result of a run. It holds no secrets: texts are redacted
 * before. Fields that end in `Ms` are in milliseconds.
 */
export const recordSchema = z.object({
  schema: z.literal(1),
  tool: z.object({ name: z.string(), version: z.string() }),
  target: z.object({ kind: z.enum(['mock', 'sandbox']), authUrl: z.string(), apiUrl: z.string() }),
  run: z.object({
    /** ISO 8601. */
    startedAt: z.iso.datetime({ offset: true }),
    durationMs: z.number().nonnegative(),
    seed: z.int(),
    /** Cases that each property-based test tries. */
    runs: count,
    requests: count,
    /** Whether a violated SHOULD counts as a failure. */
    strict: z.boolean(),
    envFile: z.string().optional(),
    /** Requirement ids or families that the run was limited to; absent for a full run. */
    only: z.array(z.string()).optional(),
  }),
  summary: z.object({
    outcome: z.enum(['conforms', 'violates', 'undecided', 'error']),
    /** Why the run ended early; absent where it did not. */
    problem: z.string().optional(),
    verdicts: z.record(z.enum(verdicts), count),
  }),
  requirements: z.array(recordedRequirementSchema),
  observations: z.array(z.object({ requirement: z.string(), name: z.string(), value: z.string() })),
  /** What was covered, by test: values and pairs of values tried of those known. Absent in older records. */
  coverage: z
    .array(
      z.object({
        /** The test, as a replay names it. */
        test: z.string(),
        axes: z.record(z.string(), z.object({ tried: count, known: count, untried: z.array(z.string()) })),
        pairs: z.object({ tried: count, known: count }).optional(),
      }),
    )
    .optional(),
  /** How the violations compare to those of the baseline; absent where the run had none. */
  baseline: z
    .object({
      known: z.array(z.object({ requirement: z.string(), reason: z.string().optional() })),
      /** Requirements that are violated still, though their baseline entry has expired. */
      expired: z.array(z.string()),
      /** Requirements that are no longer violated: their baseline entry has to be removed. */
      stale: z.array(z.string()),
    })
    .optional(),
  /** Remarks: donations that could not be restored, requests sent again, waits that the service asked for. */
  notes: z.array(z.string()).optional(),
})
/** The parsed content of `record.json`. */
export type ConformanceRecord = z.infer<typeof recordSchema>

function recordedViolation(
  violation: Violation,
  alike: number,
): ConformanceRecord['requirements'][number]['violations'][number] {
  const { expected, received, curl } = violation
  return {
    ...(violation.case !== undefined && { case: violation.case }),
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

function recordedRequirement(requirement: RequirementResult): ConformanceRecord['requirements'][number] {
  const { id, level, title, source, verdict, because, reason, needs, cases, violations, patterns } =
    requirement
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
    cases,
    ...(counterexample && { counterexample: { ...counterexample, curl: [...counterexample.curl] } }),
    violations: violations.map((violation) =>
      recordedViolation(violation, kinds.find((kind) => kind.violation === violation)?.others.length ?? 0),
    ),
    ...(patterns && { patterns: patterns.map(recordedPattern) }),
    requests: requirement.requests,
    durationMs: requirement.durationMs,
  }
}

/**
 * Converts the result of a run to the record that `record.json` holds.
 * @returns a copy that shares nothing with the result, and leaves out its HTTP exchanges
 */
export function toRecord({ tool, target, run, outcome, problem, ...result }: RunResult): ConformanceRecord {
  const { only, envFile, ...rest } = run
  return {
    schema: 1,
    tool: { ...tool },
    target: { ...target },
    run: { ...rest, ...(envFile !== undefined && { envFile }), ...(only && { only: [...only] }) },
    summary: {
      outcome,
      ...(problem !== undefined && { problem }),
      verdicts: countVerdicts(result.requirements),
    },
    requirements: result.requirements.map(recordedRequirement),
    observations: result.observations.map((observation) => ({ ...observation })),
    coverage: result.coverage.map(({ test, axes, pairs }) => ({
      test,
      axes: Object.fromEntries(
        Object.entries(axes).map(([axis, { untried, ...share }]) => [
          axis,
          { ...share, untried: [...untried] },
        ]),
      ),
      ...(pairs && { pairs: { ...pairs } }),
    })),
    ...(result.baseline && {
      baseline: {
        known: result.baseline.known.map((entry) => ({ ...entry })),
        expired: [...result.baseline.expired],
        stale: [...result.baseline.stale],
      },
    }),
    ...(result.notes && { notes: [...result.notes] }),
  }
}
