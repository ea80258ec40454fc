import { z } from 'zod'
import { verdicts } from '../contract/verdict.ts'
import { sha256Schema } from '../reports/digest.ts'
import { policySchema, sides } from './policy.ts'

const count = z.int().nonnegative()
const moment = z.iso.datetime()

/** Lengths in hex digits of the digests that a subject may be named by. */
const DIGEST_LENGTHS: Readonly<Record<string, readonly number[]>> = {
  sha256: [64],
  sha384: [96],
  sha512: [128],
  gitCommit: [40, 64],
  gitTree: [40, 64],
}

/** Digests by algorithm, as in-toto's DigestSet; only algorithms that hold. */
export const digestSetSchema = z.record(z.string(), z.string().regex(/^[0-9a-f]+$/)).refine(
  (set) => {
    const all = Object.entries(set)
    return all.length > 0 && all.every(([name, hex]) => DIGEST_LENGTHS[name]?.includes(hex.length))
  },
  { error: `wanted is one by ${Object.keys(DIGEST_LENGTHS).join(', ')}, in all its digits` },
)

/** A file's own name: it is looked for in a directory, and must not lead out of it. */
const fileName = z.string().regex(/^(?!\.)[\w.-]{1,100}$/, { error: 'is no plain file name' })

/** One run, as its record tells it. */
const runSchema = z.strictObject({
  side: z.enum(sides),
  target: z.strictObject({
    kind: z.enum(['mock', 'sandbox', 'application']),
    authUrl: z.string(),
    apiUrl: z.string(),
    clientId: z.string().optional(),
    appUrl: z.string().optional(),
  }),
  startedAt: moment,
  durationMs: z.number().nonnegative(),
  seed: z.int(),
  /** Cases that each property tried. */
  runs: count,
  requests: count,
  strict: z.boolean(),
  /** The record first, then what lay beside it. */
  files: z.array(z.strictObject({ name: fileName, digest: sha256Schema })).min(1),
})
export type CertifiedRun = z.infer<typeof runSchema>

/** What became of one requirement in all runs together. */
const requirementSchema = z.strictObject({
  id: z.string(),
  level: z.enum(['MUST', 'SHOULD', 'MAY']),
  verdict: z.enum(verdicts),
  /** Why it is inconclusive, not applicable or an error. */
  reason: z.string().optional(),
})
export type CertifiedRequirement = z.infer<typeof requirementSchema>

/** What the suite itself was tried on, to examine this side: how much "it passed" means. */
const matrixSchema = z.strictObject({
  side: z.enum(sides),
  digest: sha256Schema,
  seed: z.int(),
  faults: count,
  caught: count,
  variants: count,
  notAccused: count,
})
export type CertifiedMatrix = z.infer<typeof matrixSchema>

/** All that a certificate says. The rest of its statement follows from this. */
export const particularsSchema = z.strictObject({
  schema: z.literal(1),
  subject: z.strictObject({ name: z.string().min(1), digest: digestSetSchema }),
  issuedAt: moment,
  /** The last moment at which it holds, and what ends then. */
  expires: z.strictObject({ at: moment, with: z.string() }),
  /** The build that ran, judged and certified. */
  build: z.strictObject({
    name: z.string(),
    version: z.string(),
    commit: z.string().optional(),
    digest: sha256Schema,
    catalogue: sha256Schema,
    contract: sha256Schema,
  }),
  runs: z.array(runSchema).min(1),
  requirements: z.array(requirementSchema),
  /** What was asked of it, with waivers, reasons and expiry. */
  policy: policySchema,
  matrices: z.array(matrixSchema).min(1).optional(),
})
/** A value of `particularsSchema`. */
export type Particulars = z.infer<typeof particularsSchema>
