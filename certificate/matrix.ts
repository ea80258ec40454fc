import { z } from 'zod'
import { proofCases } from '../proof/cases.ts'
import type { ProofCase } from '../proof/matrix.ts'
import { isSampleHere } from '../proof/partner/sample.ts'
import type { Build } from '../reports/build.ts'
import { digestOf, isAsSealed, sha256Schema } from '../reports/digest.ts'
import type { CertifiedMatrix } from './particulars.ts'
import { sides } from './policy.ts'
import { parseAs, parseJson, UnreadableError } from './read-file.ts'

const caseSchema = z.object({
  trial: z.object({ faults: z.array(z.string()), variants: z.array(z.string()) }),
  outcome: z.enum(['caught', 'misnamed', 'missed']).optional(),
  wrongly: z.array(z.unknown()),
})

/** As much of the file that `faults --out` writes as a certificate needs. */
const matrixFileSchema = z.object({
  tool: z.object({ version: z.string(), digest: sha256Schema }),
  run: z.object({
    subject: z.enum(sides),
    seed: z.int(),
    runs: z.int(),
    only: z.array(z.string()).optional(),
    generated: z.int().optional(),
  }),
  faults: z.array(caseSchema),
  variants: z.array(caseSchema),
  sensitivity: z.number(),
  specificity: z.number(),
  digest: sha256Schema,
})
type MatrixFile = z.infer<typeof matrixFileSchema>

/** What a matrix shows, or why it does not count: a sentence each, without a full stop. */
type MatrixDecision = { readonly matrix: CertifiedMatrix } | { readonly refusals: readonly string[] }

/**
 * Judges the matrix that is to say how much this build's verdicts are worth.
 * @throws UnreadableError where it is none, or is of applications and the sample is not here
 */
export async function readMatrix(bytes: Buffer, name: string, own: Build): Promise<MatrixDecision> {
  const json = parseJson(bytes, name)
  const file = parseAs(matrixFileSchema, json, name, 'matrix of faults and variants')
  const { subject: side, seed } = file.run
  if (side === 'partner' && !isSampleHere())
    throw new UnreadableError(
      `${name} is of the sample application, which is in the checkout only: certify there`,
    )
  const caught = file.faults.filter(({ outcome }) => outcome === 'caught').length
  const notAccused = file.variants.filter(({ wrongly }) => wrongly.length === 0).length
  const matrix: CertifiedMatrix = {
    ...{ side, digest: digestOf(bytes), seed },
    faults: file.faults.length,
    caught,
    variants: file.variants.length,
    notAccused,
  }
  const addsUp =
    file.sensitivity === share(caught, file.faults.length) &&
    file.specificity === share(notAccused, file.variants.length)
  const refusals = [
    ...(isAsSealed({ ...Object(json), digest: file.digest })
      ? []
      : ['its content is not that of its digest: it was altered']),
    ...(file.tool.digest.sha256 === own.digest.sha256 ? [] : ['it is of another build']),
    ...(addsUp ? [] : ['its shares are not those of its cases']),
    ...((await isWholeMatrix(file))
      ? []
      : ['it is not of every known fault and every subject of legal variants']),
  ]
  return refusals.length > 0 ? { refusals: refusals.map((what) => `${name}: ${what}`) } : { matrix }
}

const share = (some: number, all: number) => (all === 0 ? 1 : some / all)

/** Variants of an accused subject are tried alone after it, so there may be more than were planned. */
async function isWholeMatrix({ run, faults, variants }: MatrixFile): Promise<boolean> {
  if (run.only || run.generated !== undefined) return false
  const tried = [...faults, ...variants].map(({ trial }) => trial)
  const names = new Set(tried.map((trial) => JSON.stringify([trial.faults, trial.variants])))
  return (await plannedCases(run)).every((one) => names.has(JSON.stringify([one.faults, one.variants])))
}

async function plannedCases({ subject, seed, runs }: MatrixFile['run']): Promise<readonly ProofCase[]> {
  if (subject === 'service') return proofCases({ seed, runs, rows: 1 })
  const { partnerCases } = await import('../proof/partner/cases.ts')
  return partnerCases({ seed, runs })
}
