import fc from 'fast-check'
import { familyOf, serviceRequirements } from '../contract/index.ts'
import { coveringArray } from '../harness/model/covering-array.ts'
import { type Fault, faults } from '../mock/faults/index.ts'
import { decisions, type Variant, variants } from '../mock/variants/index.ts'
import type { ProofCase } from './matrix.ts'
import type { Selectable } from './selected.ts'

/** How much is tried. */
export interface Effort {
  readonly seed: number
  /** Cases of a property where a fault is looked for. */
  readonly runs: number
  /** Rows of a table elsewhere, at most. */
  readonly rows: number
}

/** Cases of a property where nothing is looked for: what is blamed there does not need many. */
export const FEW_RUNS = 2
/** Variants of each decision that the covering array combines, beside none of them. */
const ALTERNATIVES = 3
/** Stands for none of the variants of a decision. */
const AS_THE_REFERENCE = 'as the reference service'

/** What a selection of cases may name; requirements and families alone where faults are drawn. */
export function selectableOfService(isDrawn: boolean): Selectable {
  const requirements = serviceRequirements.flatMap(({ id }) => [id, familyOf(id)])
  return { side: 'service', requirements, ...(isDrawn ? {} : { deviations: [...faults, ...variants] }) }
}

/**
 * A case for each fault: a run of its requirement in full and of all others by a sample, which shows what else is
 * blamed; and of everything where that was not enough, as for what monitors see somewhere. And a run of everything for
 * all variants, several in one service as the seed draws them; for selected ones each alone.
 * @param selected ids of faults, variants and requirements, or families; all where empty.
 */
export function proofCases(effort: Effort, selected: readonly string[] = []): ProofCase[] {
  const isSelected = (...names: string[]) =>
    selected.length === 0 || names.some((name) => selected.includes(name))
  const chosen = faults.filter(({ id, requirement }) => isSelected(id, requirement, familyOf(requirement)))
  return [
    ...chosen.map((fault) => faultCase(fault, effort)),
    ...(selected.length === 0 ? variantsCombined(effort.seed) : aloneOf(selected, effort.seed)),
  ]
}

/** A run over everything for each of these variants alone: of an accused service it shows which one it was. */
export function aloneOf(ids: readonly string[], seed: number): ProofCase[] {
  return variants.filter(({ id }) => ids.includes(id)).map((variant) => variantCase([variant], seed))
}

/**
 * Services that take several decisions otherwise at once. Some variants of each decision are drawn by the seed, and a
 * covering array of strength 2 combines them: any two of them, of different decisions, are together in some service.
 * The other variants follow, one of each decision in a service, so that every variant occurs.
 * @param rows of a table, at most; absent for all.
 */
export function variantsCombined(seed: number, rows?: number): ProofCase[] {
  const drawn = decisions.map(({ variants: all }) => shuffled(all, seed))
  const factors = drawn.map((ids, index) => [`${index}`, [AS_THE_REFERENCE, ...ids.slice(0, ALTERNATIVES)]])
  const covering = coveringArray(Object.fromEntries(factors), 2).map((row) => Object.values(row))
  const rest = drawn.map((ids) => ids.slice(ALTERNATIVES))
  const further = Array.from({ length: Math.max(...rest.map(({ length }) => length)) }, (_, index) =>
    rest.map((ids) => ids[index]),
  )
  return [...covering, ...further]
    .map((ids) => variants.filter(({ id }) => ids.includes(id)))
    .filter(({ length }) => length > 0)
    .map((some) => variantCase(some, seed, rows))
}

function shuffled(all: readonly Variant[], seed: number): readonly string[] {
  const ids = all.map(({ id }) => id)
  const whole = { minLength: ids.length, maxLength: ids.length }
  return fc.sample(fc.shuffledSubarray(ids, whole), { seed, numRuns: 1 })[0] ?? []
}

/** A run for a fault, in each of these ways until it is noticed. */
export function caseOfFault(
  { id, requirement, alsoBreaks = [], description }: Omit<Fault, 'apply'>,
  attempts: ProofCase['attempts'],
): ProofCase {
  return { kind: 'fault', faults: [id], variants: [], description, requirement, alsoBreaks, attempts }
}

function faultCase(fault: Fault, { seed, runs, rows }: Effort): ProofCase {
  const sampling = { runs: FEW_RUNS, except: [fault.requirement] }
  return caseOfFault(fault, [
    { seed, runs, sampling: { rows, ...sampling } },
    { seed, runs, sampling },
  ])
}

/** A run over everything. A freedom shows in one row of a table and in no other: all are tried, unless there is no time for it. */
export function variantCase(some: readonly Variant[], seed: number, rows?: number): ProofCase {
  const few = rows === undefined ? {} : { rows }
  return {
    kind: 'variant',
    faults: [],
    variants: some.map(({ id }) => id),
    description: some.map(({ description }) => description).join(' '),
    attempts: [{ seed, runs: FEW_RUNS, sampling: { ...few, runs: FEW_RUNS, except: [] } }],
  }
}
