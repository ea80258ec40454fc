import { z } from 'zod'
import { verdicts } from '../contract/verdict.ts'
import type { ShardEvidence } from '../harness/model/evidence.ts'
import type { Baseline, RunResult } from '../harness/model/result.ts'
import { adviceSchema, recordedAdvice } from './advice.ts'
import { build } from './build.ts'
import { type Sha256, sealed, sha256Schema } from './digest.ts'
import { limitsSchema, recordedLimits } from './limits.ts'
import { recordedRequirement, recordedRequirementSchema } from './recorded-requirement.ts'
import { evidenceSchema, recordedEvidence } from './shard-evidence.ts'
import { countVerdicts } from './summary.ts'
import { recordedThreats, threatsOf, threatsSchema } from './threats.ts'

const count = z.int().nonnegative()

const waysSchema = z.object({ requirement: z.string(), cases: z.array(z.string()) })

/**
 * The schema of `record.json`, the machine-readable result of a run. It holds no secrets: texts are redacted
 * before. Fields that end in `Ms` are in milliseconds.
 */
export const recordSchema = z.object({
  schema: z.literal(1),
  /** Whose side of the contract was tested. Absent in older records, which are all about a service. */
  subject: z.enum(['service', 'partner']).optional(),
  tool: z.object({
    name: z.string(),
    version: z.string(),
    /** Of the program's files, of the requirements and of the interface. Absent in older records. */
    digest: sha256Schema.optional(),
    catalogue: sha256Schema.optional(),
    contract: sha256Schema.optional(),
  }),
  target: z.object({
    kind: z.enum(['mock', 'sandbox', 'application']),
    authUrl: z.string(),
    apiUrl: z.string(),
    clientId: z.string().exactOptional(),
    /** Where the partner's application listens, if that is the subject. */
    appUrl: z.string().exactOptional(),
  }),
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
    envFile: z.string().exactOptional(),
    /** Requirement ids or families that the run was limited to; absent for a full run. */
    only: z.array(z.string()).exactOptional(),
    /** Which part of a divided run this is; `only` are then the requirements that fell to it. */
    shard: z
      .object({
        index: z.int().positive(),
        of: z.int().positive(),
        /** What the run as a whole was limited to; absent for a full run. */
        only: z.array(z.string()).readonly().exactOptional(),
      })
      .optional(),
    /** How long the run takes at least on this network. Absent in older records, and where it did not come to its end. */
    limits: limitsSchema.exactOptional(),
  }),
  summary: z.object({
    outcome: z.enum(['conforms', 'violates', 'undecided', 'error']),
    /** Why the run ended early; absent where it did not. */
    problem: z.string().exactOptional(),
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
        pairs: z.object({ tried: count, known: count }).exactOptional(),
      }),
    )
    .optional(),
  /** What the standards advise beyond the contract. Absent in older records, and where nothing was tested. */
  advice: adviceSchema.exactOptional(),
  /** How far the threats of RFC 9700 and RFC 6819 are countered, by verdicts and advice. Absent where those are. */
  threats: threatsSchema.optional(),
  /** How the violations compare to those of the baseline; absent where the run had none. */
  baseline: z
    .object({
      known: z.array(
        z.object({
          requirement: z.string(),
          reason: z.string().optional(),
          /** The ways of breaking it that the entry names. */
          cases: z.array(z.string()).optional(),
        }),
      ),
      /** Requirements that are broken in ways which their entries do not name. Absent in older records. */
      beyond: z.array(waysSchema).optional(),
      /** Ways that are named, and in which a requirement that is broken still is not. Absent in older records. */
      unseen: z.array(waysSchema).optional(),
      /** Requirements that are violated still, though their baseline entry has expired. */
      expired: z.array(z.string()),
      /** Requirements that are no longer violated: their baseline entry has to be removed. */
      stale: z.array(z.string()),
    })
    .optional(),
  /** What counted for nothing yet, since the catalogue demands it of the target for the first time; absent where nobody asked. */
  pending: z
    .object({
      entries: z.array(z.object({ requirement: z.string(), until: z.iso.date() })),
      /** Requirements that were pending until now, and count from this run on. */
      ended: z.array(z.string()),
    })
    .optional(),
  /** Remarks: donations that could not be restored, requests sent again, waits that the service asked for. */
  notes: z.array(z.string()).exactOptional(),
  /** In the record of a shard: what `merge` makes the verdicts of the whole run of. */
  evidence: evidenceSchema.optional(),
  /** Of all the rest (RFC 8785, SHA-256): shows whether it was altered since. Absent in older records. */
  digest: sha256Schema.optional(),
})
/** The parsed content of `record.json`. */
export type ConformanceRecord = z.infer<typeof recordSchema>

function recordedBaseline({ known, expired, stale, beyond, unseen }: Baseline) {
  const ways = (one: Baseline['beyond'][number]) => ({ ...one, cases: [...one.cases] })
  return {
    known: known.map(({ cases, ...entry }) => ({ ...entry, ...(cases && { cases: [...cases] }) })),
    beyond: beyond.map(ways),
    unseen: unseen.map(ways),
    expired: [...expired],
    stale: [...stale],
  }
}

/**
 * Converts the result of a run to the record that `record.json` holds.
 * @returns a copy that shares nothing with the result, and leaves out its HTTP exchanges
 */
export function toRecord(whole: RunResult & { readonly evidence?: ShardEvidence }): ConformanceRecord {
  const { tool, target, run, outcome, problem, ...result } = whole
  const threats = threatsOf(whole)
  const { only, envFile, limits, ...rest } = run
  return {
    schema: 1,
    tool: { ...tool },
    subject: target.kind === 'application' ? 'partner' : 'service',
    target: { ...target },
    run: {
      ...rest,
      ...(envFile !== undefined && { envFile }),
      ...(only && { only: [...only] }),
      ...(limits && { limits: recordedLimits(limits) }),
    },
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
    ...(result.advice && { advice: recordedAdvice(result.advice) }),
    ...(threats && { threats: recordedThreats(threats) }),
    ...(result.baseline && {
      baseline: recordedBaseline(result.baseline),
    }),
    ...(result.pending && {
      pending: {
        entries: result.pending.entries.map((entry) => ({ ...entry })),
        ended: [...result.pending.ended],
      },
    }),
    ...(result.notes && { notes: [...result.notes] }),
    ...(result.evidence && { evidence: recordedEvidence(result.evidence) }),
  }
}

/** The record as `record.json` holds it: with the build that made it, and the digest of its content. */
export type SealedRecord = ConformanceRecord & { readonly digest: Sha256 }

/** The sealed record of a run. */
export function sealedRecord(result: RunResult): SealedRecord {
  const { commit: _, ...made } = build()
  return sealed({ ...toRecord(result), tool: made })
}
