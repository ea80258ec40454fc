import fc from 'fast-check'
import { familyOf, type RequirementId, serviceRequirements } from '../../contract/index.ts'
import { type Fault, faults } from '../../mock/faults/index.ts'
import { type Variant, variants } from '../../mock/variants/index.ts'
import type { Trial } from '../../reports/matrix/matrix.ts'

/** How much is tried. */
export interface Effort {
  readonly seed: number
  /** Cases of a property where a fault is looked for. */
  readonly runs: number
  /** Cases of a property in the run over everything. */
  readonly wideRuns: number
  /** Rows of a table in that run, at most; absent for all. */
  readonly glance?: number
}

/** Judged by monitors, in whatever traffic there is. */
const MONITORED: readonly RequirementId[] = [
  'TOKEN-12',
  'TOKEN-15',
  'BEARER-7',
  'ERROR-1',
  'ERROR-2',
  'ERROR-3',
]

/**
 * A run for each fault: over its requirement alone, then a quicker one over all, which shows what else is blamed. And
 * a run over everything for all variants, in pairs drawn by the seed; for selected ones each alone.
 * @param selected ids of faults, variants and requirements, or families; all where empty.
 */
export function trialsOf(effort: Effort, selected: readonly string[] = []): Trial[] {
  const isSelected = (...names: string[]) =>
    selected.length === 0 || names.some((name) => selected.includes(name))
  const { glance: _rows, ...whole } = effort
  const chosen = faults.filter(({ id, requirement }) => isSelected(id, requirement, familyOf(requirement)))
  return [
    ...chosen.map((fault) => faultTrial(fault, effort)),
    // A freedom shows in one row of a table and in no other: all are tried.
    ...(selected.length === 0 ? variantsInPairs(whole) : aloneOf(selected, whole)),
  ]
}

/** A run over everything for each of these variants alone: of an accused pair it shows which one it was. */
export function aloneOf(ids: readonly string[], effort: Effort): Trial[] {
  return variants.filter(({ id }) => ids.includes(id)).map((variant) => variantTrial([variant], effort))
}

/** One fault for each requirement: the fewest that still prove every check. */
export function oneFaultEach(effort: Effort): Trial[] {
  const proofs = new Map(faults.toReversed().map((fault) => [fault.requirement, fault]))
  return [...proofs.values()].map((fault) => {
    const wideRuns = MONITORED.includes(fault.requirement) ? effort.wideRuns : 0
    return faultTrial(fault, { ...effort, wideRuns })
  })
}

/** Every variant once, two at a time as the seed will have it: half the runs, and each still has to pass. */
export function variantsInPairs(effort: Effort): Trial[] {
  const all = { minLength: variants.length, maxLength: variants.length }
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...variants], all), {
    seed: effort.seed,
    numRuns: 1,
  })
  const firsts = shuffled.filter((_, index) => index % 2 === 0)
  return firsts.map((_, index) => variantTrial(shuffled.slice(2 * index, 2 * index + 2), effort))
}

function faultTrial({ id, requirement, alsoBreaks = [], description }: Fault, effort: Effort): Trial {
  return {
    kind: 'fault',
    faults: [id],
    variants: [],
    description,
    requirement,
    alsoBreaks,
    seed: effort.seed,
    only: [requirement],
    runs: effort.runs,
    wide: serviceRequirements.map(({ id }) => id),
    wideRuns: effort.wideRuns,
    // What monitors see depends on all the traffic there is.
    ...(effort.glance && !MONITORED.includes(requirement) ? { glance: effort.glance } : {}),
  }
}

function variantTrial(some: readonly Variant[], { seed, wideRuns, glance }: Effort): Trial {
  return {
    kind: 'variant',
    faults: [],
    variants: some.map(({ id }) => id),
    description: some.map(({ description }) => description).join(' '),
    seed,
    only: [],
    runs: 0,
    wide: serviceRequirements.map(({ id }) => id),
    wideRuns,
    ...(glance ? { glance } : {}),
  }
}
