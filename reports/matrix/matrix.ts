import type { RequirementId } from '../../contract/index.ts'
import type { Verdict } from '../../harness/result.ts'

/** One run of the suite against the mock, bent or broken in a known way. */
export interface Trial {
  readonly kind: 'fault' | 'variant'
  readonly faults: readonly string[]
  readonly variants: readonly string[]
  readonly description: string
  /** The requirement that the fault breaks. */
  readonly requirement?: RequirementId
  /** Others that are broken along with it, unavoidably. */
  readonly alsoBreaks?: readonly RequirementId[]
  readonly seed: number
  /** The requirements tried first, with this many cases. */
  readonly only: readonly RequirementId[]
  readonly runs: number
  /** The requirements tried afterwards, with this many cases: they show what else is blamed. */
  readonly wide: readonly RequirementId[]
  readonly wideRuns: number
  /** Rows of a table that are tried there, at most; absent for all. */
  readonly glance?: number
}

/** A requirement that the suite held against the mock. */
export interface Flagged {
  readonly id: string
  readonly verdict: Verdict
  readonly why: string
}

/** What the suite made of one trial. */
export interface TrialResult {
  readonly trial: Trial
  readonly flagged: readonly Flagged[]
  readonly requests: number
  readonly durationMs: number
}

/** What became of a fault: noticed and rightly named, noticed and blamed on another requirement, or not noticed. */
export type Catch = 'caught' | 'misnamed' | 'missed'

/** A trial's result, judged. */
export interface Judged extends TrialResult {
  /** Of a fault. */
  readonly outcome?: Catch
  /** Requirements that were held against the mock and that it keeps. */
  readonly wrongly: readonly Flagged[]
}

/** All trials and the two figures that they come to. */
export interface Matrix {
  readonly faults: readonly Judged[]
  readonly variants: readonly Judged[]
  /** Share of the faults that were caught and rightly named. */
  readonly sensitivity: number
  /** Share of the variants that nothing was held against. */
  readonly specificity: number
}

/** Judges what the suite made of one trial. */
export function judgeTrial(result: TrialResult): Judged {
  const { trial, flagged } = result
  const broken = new Set<string>([
    ...(trial.requirement ? [trial.requirement] : []),
    ...(trial.alsoBreaks ?? []),
  ])
  const wrongly = uniqueById(flagged.filter(({ id }) => !broken.has(id)))
  if (trial.kind === 'variant') return { ...result, wrongly }
  const named = flagged.some(({ id, verdict }) => id === trial.requirement && verdict !== 'error')
  return { ...result, wrongly, outcome: named ? 'caught' : wrongly.length > 0 ? 'misnamed' : 'missed' }
}

/** Sums judged trials up. */
export function matrixOf(judged: readonly Judged[]): Matrix {
  const faults = judged.filter(({ trial }) => trial.kind === 'fault')
  const variants = judged.filter(({ trial }) => trial.kind === 'variant')
  return {
    faults,
    variants,
    sensitivity: share(faults, ({ outcome }) => outcome === 'caught'),
    specificity: share(variants, ({ wrongly }) => wrongly.length === 0),
  }
}

function share(all: readonly Judged[], holds: (one: Judged) => boolean): number {
  return all.length === 0 ? 1 : all.filter(holds).length / all.length
}

function uniqueById(flagged: readonly Flagged[]): Flagged[] {
  return [...new Map(flagged.map((one) => [one.id, one])).values()]
}
