import fc from 'fast-check'
import { familyOf } from '../contract/index.ts'
import { type Fault, faults } from '../mock/faults/index.ts'
import { type Variant, variants } from '../mock/variants/index.ts'
import type { Trial } from './matrix.ts'

/** How much is tried. */
export interface Effort {
  readonly seed: number
  /** Cases of a property where a fault is looked for. */
  readonly runs: number
  /** Rows of a table elsewhere, at most. */
  readonly rows: number
}

/** Cases of a property where nothing is looked for: what is blamed there does not need many. */
const FEW_RUNS = 2

/**
 * A trial of each fault: a run of its requirement in full and of all others at a sampling, which shows what else is
 * blamed; and of everything where that was not enough, as for what monitors see somewhere. And a run of everything for
 * all variants, in pairs drawn by the seed; for selected ones each alone.
 * @param selected ids of faults, variants and requirements, or families; all where empty.
 */
export function trialsOf(effort: Effort, selected: readonly string[] = []): Trial[] {
  const isSelected = (...names: string[]) =>
    selected.length === 0 || names.some((name) => selected.includes(name))
  const chosen = faults.filter(({ id, requirement }) => isSelected(id, requirement, familyOf(requirement)))
  return [
    ...chosen.map((fault) => faultTrial(fault, effort)),
    ...(selected.length === 0 ? variantsInPairs(effort.seed) : aloneOf(selected, effort.seed)),
  ]
}

/** A run over everything for each of these variants alone: of an accused pair it shows which one it was. */
export function aloneOf(ids: readonly string[], seed: number): Trial[] {
  return variants.filter(({ id }) => ids.includes(id)).map((variant) => variantTrial([variant], seed))
}

/** One fault for each requirement, looked for by its own tests first: the fewest that still prove every check. */
export function oneFaultEach(effort: Effort): Trial[] {
  const proofs = new Map(faults.toReversed().map((fault) => [fault.requirement, fault]))
  return [...proofs.values()].map((fault) => {
    const { seed, runs } = effort
    const trial = faultTrial(fault, effort)
    return { ...trial, attempts: [{ seed, runs, only: [fault.requirement] }, ...trial.attempts] }
  })
}

/**
 * Every variant once, two at a time as the seed will have it: half the runs, and each still has to pass.
 * @param rows of a table, at most; absent for all.
 */
export function variantsInPairs(seed: number, rows?: number): Trial[] {
  const all = { minLength: variants.length, maxLength: variants.length }
  const [shuffled = []] = fc.sample(fc.shuffledSubarray([...variants], all), { seed, numRuns: 1 })
  const firsts = shuffled.filter((_, index) => index % 2 === 0)
  return firsts.map((_, index) => variantTrial(shuffled.slice(2 * index, 2 * index + 2), seed, rows))
}

function faultTrial({ id, requirement, alsoBreaks = [], description }: Fault, effort: Effort): Trial {
  const { seed, runs, rows } = effort
  const sampling = { runs: FEW_RUNS, except: [requirement] }
  return {
    kind: 'fault',
    faults: [id],
    variants: [],
    description,
    requirement,
    alsoBreaks,
    attempts: [
      { seed, runs, sampling: { rows, ...sampling } },
      { seed, runs, sampling },
    ],
  }
}

// A freedom shows in one row of a table and in no other: all are tried, unless there is no time for it.
function variantTrial(some: readonly Variant[], seed: number, rows?: number): Trial {
  const few = rows === undefined ? {} : { rows }
  return {
    kind: 'variant',
    faults: [],
    variants: some.map(({ id }) => id),
    description: some.map(({ description }) => description).join(' '),
    attempts: [{ seed, runs: FEW_RUNS, sampling: { ...few, runs: FEW_RUNS, except: [] } }],
  }
}
