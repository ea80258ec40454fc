import fc from 'fast-check'
import { type Family, familyOf, type RequirementId, serviceRequirements } from '../../contract/index.ts'
import { type Fault, faults } from '../../mock/faults/index.ts'
import { type Variant, variants } from '../../mock/variants/index.ts'
import type { Trial } from '../../reports/matrix/matrix.ts'

/** How much is tried. */
export interface Effort {
  readonly seed: number
  /** Cases of a property where a fault is looked for. */
  readonly runs: number
  /** Cases of a property in the run over all that the fault or variant may touch. */
  readonly wideRuns: number
  /** Pairs of variants, drawn by the seed. */
  readonly pairs: number
}

/** Families that are judged by what the other half of the interface answers, too. */
const OAUTH_HALF: readonly Family[] = ['ENV', 'AUTHZ', 'TOKEN', 'ORG', 'REFRESH', 'BEARER']

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
 * A run for each fault: over its requirement alone, then over the half of the contract that it belongs to, so that
 * it shows what else is blamed. And a run over everything for each variant, and for pairs of them.
 * @param selected ids of faults, variants and requirements, or families; all where empty.
 */
export function trialsOf(effort: Effort, selected: readonly string[] = []): Trial[] {
  const isSelected = (...names: string[]) =>
    selected.length === 0 || names.some((name) => selected.includes(name))
  const chosen = faults.filter(({ id, requirement }) => isSelected(id, requirement, familyOf(requirement)))
  const free = variants.filter(({ id }) => isSelected(id))
  const pairs = selected.length === 0 ? pairsOf(effort) : []
  return [
    ...chosen.map((fault) => faultTrial(fault, effort)),
    ...[...free.map((variant) => [variant]), ...pairs].map((some) => variantTrial(some, effort)),
  ]
}

/** One fault for each requirement: the fewest that still prove every check. */
export function oneFaultEach(effort: Effort): Trial[] {
  const proofs = new Map(faults.toReversed().map((fault) => [fault.requirement, fault]))
  return [...proofs.values()].map((fault) => {
    const wideRuns = MONITORED.includes(fault.requirement) ? effort.wideRuns : 0
    return faultTrial(fault, { ...effort, wideRuns })
  })
}

/** Every variant once, two at a time: half the runs, and each still has to pass. */
export function everyVariant(effort: Effort): Trial[] {
  const half = Math.ceil(variants.length / 2)
  const pairs = variants
    .slice(0, half)
    .map((one, index) => [one, ...variants.slice(half + index, half + index + 1)])
  return pairs.map((some) => variantTrial(some, effort))
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
    wide: halfOf(requirement),
    wideRuns: effort.wideRuns,
  }
}

function variantTrial(some: readonly Variant[], { seed, wideRuns }: Effort): Trial {
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
  }
}

function pairsOf({ seed, pairs }: Effort): Variant[][] {
  const pair = fc.shuffledSubarray([...variants], { minLength: 2, maxLength: 2 })
  return pairs > 0 ? fc.sample(pair, { seed, numRuns: pairs }) : []
}

function halfOf(requirement: RequirementId): RequirementId[] {
  if (MONITORED.includes(requirement)) return serviceRequirements.map(({ id }) => id)
  const isOAuth = OAUTH_HALF.includes(familyOf(requirement))
  return serviceRequirements
    .map(({ id }) => id)
    .filter((id) => MONITORED.includes(id) || OAUTH_HALF.includes(familyOf(id)) === isOAuth)
}
