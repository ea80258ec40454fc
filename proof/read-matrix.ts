import { z } from 'zod'
import { catalogue, type PartnerRequirementId, type RequirementId } from '../contract/index.ts'
import { verdicts } from '../contract/verdict.ts'
import { sha256Schema } from '../reports/digest.ts'

const count = z.int().nonnegative()
const texts = z.array(z.string())
const id = z.custom<RequirementId | PartnerRequirementId>((text) => catalogue.some((one) => one.id === text))

const extentSchema = z.object({
  seed: z.int(),
  runs: count,
  only: texts.exactOptional(),
  sampling: z.object({ rows: count.exactOptional(), runs: count, except: texts }).exactOptional(),
})

const flaggedSchema = z.array(z.object({ id: z.string(), verdict: z.enum(verdicts), why: z.string() }))

const judgedSchema = z
  .object({
    trial: z.object({
      kind: z.enum(['fault', 'variant']),
      faults: texts,
      variants: texts,
      description: z.string(),
      requirement: id.exactOptional(),
      alsoBreaks: z.array(id).exactOptional(),
      axes: texts.exactOptional(),
      attempts: z.array(extentSchema),
    }),
    flagged: flaggedSchema,
    undecided: texts.exactOptional(),
    requests: count,
    durationMs: z.number().nonnegative(),
    outcome: z.enum(['caught', 'misnamed', 'missed']).exactOptional(),
    wrongly: flaggedSchema,
  })
  .transform(({ trial, ...rest }) => ({ proofCase: trial, ...rest }))

/** The schema of what `faults --shard` writes: the whole of it, so that shards can be joined. */
export const matrixShardSchema = z.object({
  tool: z.looseObject({ version: z.string() }),
  run: z.object({
    subject: z.enum(['service', 'partner']),
    seed: z.int(),
    runs: count,
    only: texts.exactOptional(),
    generated: count.exactOptional(),
    shard: z.object({ index: z.int().positive(), of: z.int().positive() }),
  }),
  faults: z.array(judgedSchema),
  variants: z.array(judgedSchema),
  digest: sha256Schema,
})
/** The parsed content of such a file. */
export type MatrixShard = z.infer<typeof matrixShardSchema>
