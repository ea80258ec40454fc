import type { RequirementId } from '../contract/index.ts'
import type { Verdict } from '../contract/verdict.ts'
import type { RunSettings } from '../harness/model/settings.ts'

/** How much of the suite is run. */
export type Extent = Pick<RunSettings, 'seed' | 'runs' | 'only' | 'sampling'>

/** What the suite is tried on: the mock, bent or broken in a known way. */
export interface Trial {
  readonly kind: 'fault' | 'variant'
  readonly faults: readonly string[]
  readonly variants: readonly string[]
  readonly description: string
  /** The requirement that the fault breaks. */
  readonly requirement?: RequirementId
  /** Others that are broken along with it, unavoidably. */
  readonly alsoBreaks?: readonly RequirementId[]
  /** How the suite is run: in each of these ways, until the fault is noticed. */
  readonly attempts: readonly Extent[]
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
  /** TokenLease of the faults that were caught and rightly named. */
  readonly sensitivity: number
  /** TokenLease of the variants that nothing was held against. */
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
  const missed = wrongly.length > 0 ? 'misnamed' : 'missed'
  return { ...result, wrongly, outcome: isNamed(trial, flagged) ? 'caught' : missed }
}

/** Whether the requirement that the fault breaks is among those that were held against the mock. */
export function isNamed({ requirement }: Trial, flagged: readonly Flagged[]): boolean {
  return flagged.some(({ id, verdict }) => id === requirement && verdict !== 'error')
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
