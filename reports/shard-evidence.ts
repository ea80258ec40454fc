import { z } from 'zod'
import { verdicts } from '../contract/verdict.ts'
import type { ShardEvidence } from '../harness/model/evidence.ts'
import type { Violation } from '../harness/model/result.ts'

const count = z.int().nonnegative()
const texts = z.array(z.string()).readonly()

export const counterexampleSchema = z.object({
  /** JSON text of the generated input, shrunk. */
  value: z.string(),
  seed: z.int(),
  /** fast-check's path to the input, for use with the seed. */
  path: z.string(),
  /** Command that sends this case alone. */
  replay: z.string(),
  curl: texts,
})

const seenViolationSchema = z.object({
  case: z.string().exactOptional(),
  test: z.string().exactOptional(),
  expected: z.string(),
  received: z.string(),
  curl: texts,
  counterexample: counterexampleSchema.exactOptional(),
  tries: z.object({ broken: count, of: count }).exactOptional(),
  /** Those that show it, by their `_id` in `exchanges.har`. */
  exchanges: z.array(z.int()).readonly(),
})

/** What each failure shows, by which one cause gets one name. */
const failures = z.array(texts).readonly().exactOptional()
const violations = z.array(seenViolationSchema).readonly()

/** The schema of `evidence` in the record of a shard: what the verdicts of the whole run are made of. */
export const evidenceSchema = z.object({
  tests: z.array(
    z.object({
      id: z.string(),
      verdict: z.enum(verdicts),
      reason: z.string().exactOptional(),
      needs: texts.exactOptional(),
      violations,
      remarks: z
        .array(z.object({ says: z.string(), times: count }))
        .readonly()
        .exactOptional(),
      pattern: z
        .object({
          test: z.string(),
          failed: count,
          of: count,
          combinations: z.array(z.object({ marks: texts, rows: count })).readonly(),
        })
        .exactOptional(),
      cases: count,
      durationMs: z.number().nonnegative(),
      kept: count.exactOptional(),
      failures,
    }),
  ),
  /** What the rules for all traffic found, one entry for each requirement that one speaks for. */
  rules: z.array(z.object({ id: z.string(), judged: count, kept: count, failures, violations })),
  /** What was not configured. */
  lacks: texts,
  /** Why values of the environment were set aside as mistakes, by key. */
  setAside: z.record(z.string(), z.string()).exactOptional(),
})
/** The parsed `evidence` of a shard's record. */
export type RecordedEvidence = z.infer<typeof evidenceSchema>

/** The evidence as the record has it, which names exchanges by their numbers. */
export function recordedEvidence({ tests, rules, ...others }: ShardEvidence): RecordedEvidence {
  const numbered = <Found extends { readonly violations: readonly Violation[] }>(found: Found) => ({
    ...found,
    violations: found.violations.map((violation) => ({
      ...violation,
      exchanges: violation.exchanges.map(({ id }) => id),
    })),
  })
  return { tests: tests.map(numbered), rules: rules.map(numbered), ...others }
}
