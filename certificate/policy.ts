import { z } from 'zod'
import { catalogue, type Side } from '../contract/index.ts'

/** What a run leaves beside its record. */
export const REPORT_FILES = ['junit.xml', 'exchanges.har', 'report.html'] as const

const requirementId = z.string().refine((id) => catalogue.some((one) => one.id === id), {
  error: ({ input }) => `${JSON.stringify(input)} names no requirement of the catalogue`,
})

const excuseSchema = z.strictObject({
  requirement: requirementId,
  /** Why, for whoever decides; it is on the certificate. */
  reason: z.string().trim().min(1).max(500),
  /** The last day on which it counts, in UTC. */
  expires: z.iso.date(),
})
/** That a requirement may stay undecided, or may be broken, for a while. */
export type Excuse = z.infer<typeof excuseSchema>

/** No two entries for one requirement: which of them counts would be anybody's guess. */
const excuses = z
  .array(excuseSchema)
  .refine((all) => new Set(all.map(({ requirement }) => requirement)).size === all.length, {
    error: 'names a requirement twice',
  })
  .default([])

/** The two sides of the contract. */
export const sides = ['service', 'partner'] as const satisfies readonly Side[]

const share = z.number().min(0).max(1)

/** What is wanted of a certificate. Every MUST has to be decided and kept but for what is listed here. */
export const policySchema = z.strictObject({
  $schema: z.string().optional(),
  /** Which sides have to be examined. Absent: those that the records are of. */
  sides: z.array(z.enum(sides)).min(1).optional(),
  /** The hosts of each subject, such as `api.sandbox.example` or `127.0.0.1:8080`; a record of others is refused. Absent: any. */
  subjects: z
    .record(z.string().min(1), z.strictObject({ hosts: z.array(z.string().min(1)).min(1) }))
    .optional(),
  /** What has to lie beside each record. */
  files: z.array(z.enum(REPORT_FILES)).default([]),
  /** How many days a run counts for, from its beginning. */
  maxAgeDays: z.int().min(1).max(3_650).default(30),
  /** Cases that each property tried, at least. */
  minRuns: z.int().min(0).max(100_000).default(25),
  /** Runs with different seeds, of each side, at least. */
  minSeeds: z.int().min(1).max(100).default(1),
  /** The SHOULD requirements that may be broken. */
  warnings: z.union([z.literal('any'), z.array(requirementId)]).default('any'),
  /** The MUST requirements that may stay undecided. */
  undecided: excuses,
  /** The MUST requirements that may be broken. */
  waivers: excuses,
  /** Share of the faults that the matrix has to show as caught; where it is absent no matrix is wanted. */
  minSensitivity: share.optional(),
  /** Share of the legal services that the matrix has to show as not accused. */
  minSpecificity: share.optional(),
})
/** A value of `policySchema`, with every default filled in. */
export type Policy = z.infer<typeof policySchema>

/** What is wanted where nobody says more. */
export const defaultPolicy: Policy = policySchema.parse({})

/** The policy's format as JSON Schema (2020-12), for editors and other programs. */
export const policyJsonSchema = z.toJSONSchema(policySchema, { io: 'input' })
