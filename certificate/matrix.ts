import { z } from 'zod'
import { proofCases } from '../proof/cases.ts'
import type { Build } from '../reports/build.ts'
import { digestOf, isAsSealed, sha256Schema } from '../reports/digest.ts'
import type { CertifiedMatrix } from './particulars.ts'
import { parseAs, parseJson } from './read-file.ts'

const caseSchema = z.object({
  trial: z.object({ faults: z.array(z.string()), variants: z.array(z.string()) }),
  outcome: z.enum(['caught', 'misnamed', 'missed']).optional(),
  wrongly: z.array(z.unknown()),
})

/** As much of the file that `faults --out` writes as a certificate needs. */
const matrixFileSchema = z.object({
  tool: z.object({ version: z.string(), digest: sha256Schema }),
  run: z.object({
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
export type MatrixDecision = { readonly matrix: CertifiedMatrix } | { readonly refusals: readonly string[] }

/**
 * Judges the matrix that is to say how much this build's verdicts are worth.
 * @throws UnreadableError where it is none
 */
export function readMatrix(bytes: Buffer, name: string, own: Build): MatrixDecision {
  const json = parseJson(bytes, name)
  const file = parseAs(matrixFileSchema, json, name, 'matrix of faults and variants')
  const caught = file.faults.filter(({ outcome }) => outcome === 'caught').length
  const notAccused = file.variants.filter(({ wrongly }) => wrongly.length === 0).length
  const matrix: CertifiedMatrix = {
    digest: digestOf(bytes),
    seed: file.run.seed,
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
    ...(isWholeMatrix(file) ? [] : ['it is not of every known fault and every service of legal variants']),
  ]
  return refusals.length > 0 ? { refusals: refusals.map((what) => `${name}: ${what}`) } : { matrix }
}

const share = (some: number, all: number) => (all === 0 ? 1 : some / all)

/** Variants of an accused service are tried alone after it, so there may be more than were planned. */
function isWholeMatrix({ run, faults, variants }: MatrixFile): boolean {
  if (run.only || run.generated !== undefined) return false
  const tried = [...faults, ...variants].map(({ trial }) => trial)
  const names = new Set(tried.map((trial) => JSON.stringify([trial.faults, trial.variants])))
  const planned = proofCases({ seed: run.seed, runs: run.runs, rows: 1 })
  return planned.every((one) => names.has(JSON.stringify([one.faults, one.variants])))
}
