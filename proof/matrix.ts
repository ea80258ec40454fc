import type { PartnerRequirementId, RequirementId } from '../contract/index.ts'
import type { Verdict } from '../contract/verdict.ts'
import type { RunSettings } from '../harness/model/settings.ts'

/** How much of the suite is run. */
export type Extent = Pick<RunSettings, 'seed' | 'runs' | 'only' | 'sampling'>

/** What the suite is tried on: the mock, or the sample application, bent or broken in a known way. */
export interface ProofCase {
  readonly kind: 'fault' | 'variant'
  readonly faults: readonly string[]
  readonly variants: readonly string[]
  readonly description: string
  /** The requirement that the fault breaks. */
  readonly requirement?: RequirementId | PartnerRequirementId
  /** Others that are broken along with it, unavoidably. */
  readonly alsoBreaks?: readonly (RequirementId | PartnerRequirementId)[]
  /** Of a generated fault: the axes along which it breaks. */
  readonly axes?: readonly string[]
  /** How the suite is run: in each of these ways, until the fault is noticed. */
  readonly attempts: readonly Extent[]
}

/** A requirement that the suite held against the mock. */
export interface Flagged {
  readonly id: string
  readonly verdict: Verdict
  readonly why: string
}

/** What the suite made of one case. */
export interface ProofResult {
  readonly proofCase: ProofCase
  readonly flagged: readonly Flagged[]
  /** Of a variant: the requirements that could not be decided, of which nobody knows whether they accuse it. */
  readonly undecided?: readonly string[]
  readonly requests: number
  readonly durationMs: number
}

/** What became of a fault: noticed and rightly named, noticed and blamed on another requirement, or not noticed. */
type Catch = 'caught' | 'misnamed' | 'missed'

/** A case's result, judged. */
export interface JudgedCase extends ProofResult {
  /** Of a fault. */
  readonly outcome?: Catch
  /** Requirements that were held against the mock and that it keeps. */
  readonly wrongly: readonly Flagged[]
}

/** All cases and the two figures that they come to. */
export interface Matrix {
  readonly faults: readonly JudgedCase[]
  readonly variants: readonly JudgedCase[]
  /** Share of the faults that were caught and rightly named. */
  readonly sensitivity: number
  /** Share of the variants that nothing was held against. */
  readonly specificity: number
}

/** Judges what the suite made of one case. */
export function judgeCase(result: ProofResult): JudgedCase {
  const { proofCase, flagged } = result
  const broken = new Set<string>([
    ...(proofCase.requirement ? [proofCase.requirement] : []),
    ...(proofCase.alsoBreaks ?? []),
  ])
  const wrongly = uniqueById(flagged.filter(({ id }) => !broken.has(id)))
  if (proofCase.kind === 'variant') return { ...result, wrongly }
  const missed = wrongly.some(({ verdict }) => verdict !== 'error') ? 'misnamed' : 'missed'
  return { ...result, wrongly, outcome: isNamed(proofCase, flagged) ? 'caught' : missed }
}

/** Whether the requirement that the fault breaks is among those that were held against the mock. */
export function isNamed({ requirement }: ProofCase, flagged: readonly Flagged[]): boolean {
  return flagged.some(({ id, verdict }) => id === requirement && verdict !== 'error')
}

/** Sums judged cases up. */
export function matrixOf(judged: readonly JudgedCase[]): Matrix {
  const faults = judged.filter(({ proofCase }) => proofCase.kind === 'fault')
  const variants = judged.filter(({ proofCase }) => proofCase.kind === 'variant')
  return {
    faults,
    variants,
    sensitivity: share(faults, ({ outcome }) => outcome === 'caught'),
    specificity: share(variants, ({ wrongly }) => wrongly.length === 0),
  }
}

function share(all: readonly JudgedCase[], holds: (one: JudgedCase) => boolean): number {
  return all.length === 0 ? 1 : all.filter(holds).length / all.length
}

function uniqueById(flagged: readonly Flagged[]): Flagged[] {
  return [...new Map(flagged.map((one) => [one.id, one])).values()]
}
