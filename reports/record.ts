import { z } from 'zod'
import { verdicts } from '../contract/verdict.ts'
import type { RequirementResult, RunResult, Violation } from '../harness/model/result.ts'
import { countVerdicts } from './summary.ts'

const count = z.int().nonnegative()

const counterexampleSchema = z.object({
  value: z.string(),
  seed: z.int(),
  path: z.string(),
  replay: z.string(),
  curl: z.array(z.string()),
})

const violationSchema = z.object({
  case: z.string().optional(),
  expected: z.string(),
  received: z.string(),
  curl: z.array(z.string()),
})

const recordedRequirementSchema = z.object({
  id: z.string(),
  level: z.enum(['MUST', 'SHOULD', 'MAY']),
  title: z.string(),
  source: z.string(),
  verdict: z.enum(verdicts),
  reason: z.string().optional(),
  needs: z.array(z.string()).optional(),
  cases: count,
  /** Of the first violation that a generated case showed. */
  counterexample: counterexampleSchema.optional(),
  violations: z.array(violationSchema),
  requests: count,
  durationMs: z.number().nonnegative(),
})

/** The schema of `record.json`, the account of a run that other programs read. */
export const recordSchema = z.object({
  schema: z.literal(1),
  tool: z.object({ name: z.string(), version: z.string() }),
  target: z.object({ kind: z.enum(['mock', 'sandbox']), authUrl: z.string(), apiUrl: z.string() }),
  run: z.object({
    startedAt: z.iso.datetime({ offset: true }),
    durationMs: z.number().nonnegative(),
    seed: z.int(),
    runs: count,
    requests: count,
    strict: z.boolean(),
    envFile: z.string().optional(),
    only: z.array(z.string()).optional(),
  }),
  summary: z.object({
    outcome: z.enum(['conforms', 'violates', 'undecided', 'error']),
    /** Why the run could not be finished. */
    problem: z.string().optional(),
    verdicts: z.record(z.enum(verdicts), count),
  }),
  requirements: z.array(recordedRequirementSchema),
  observations: z.array(z.object({ requirement: z.string(), name: z.string(), value: z.string() })),
  /** How the violations compare to those known before. */
  baseline: z
    .object({
      known: z.array(z.object({ requirement: z.string(), reason: z.string().optional() })),
      expired: z.array(z.string()),
      stale: z.array(z.string()),
    })
    .optional(),
  /** What of the target's data could not be put back. */
  notes: z.array(z.string()).optional(),
})
export type ConformanceRecord = z.infer<typeof recordSchema>

function recordedViolation(
  violation: Violation,
): ConformanceRecord['requirements'][number]['violations'][number] {
  const { expected, received, curl } = violation
  return {
    ...(violation.case !== undefined && { case: violation.case }),
    expected,
    received,
    curl: [...curl],
  }
}

function recordedRequirement(requirement: RequirementResult): ConformanceRecord['requirements'][number] {
  const { id, level, title, source, verdict, reason, needs, cases, violations } = requirement
  const counterexample = violations.find((violation) => violation.counterexample)?.counterexample
  return {
    id,
    level,
    title,
    source,
    verdict,
    ...(reason !== undefined && { reason }),
    ...(needs && { needs: [...needs] }),
    cases,
    ...(counterexample && { counterexample: { ...counterexample, curl: [...counterexample.curl] } }),
    violations: violations.map(recordedViolation),
    requests: requirement.requests,
    durationMs: requirement.durationMs,
  }
}

/** The run as its record, without the exchanges. */
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
