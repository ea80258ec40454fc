import fc from 'fast-check'
import { familyOf } from '../contract/index.ts'
import {
  type Breakage,
  breakages,
  faultOf,
  type GeneratedFault,
  generatedFault,
  isGenerated,
  pairsOf,
  type Value,
} from '../mock/generated/index.ts'
import { decisions } from '../mock/variants/index.ts'
import { caseOfFault, type Effort, FEW_RUNS, variantCase } from './cases.ts'
import type { ProofCase } from './matrix.ts'

/** Faults for one service of legal variants. */
const FAULTS_PER_VARIANTS = 40
/** Some are drawn twice: so many more are drawn than are wanted. */
const SPARE = 3
/** How often a fault shows at one value, for each time that it takes a pair. */
const SINGLES_PER_PAIR = 2

/** Any fault of some breaks: each requirement as often, of it each break, of that each axis. */
function anyFaultOf(some: readonly Breakage[]): fc.Arbitrary<GeneratedFault> {
  return fc
    .constantFrom(...grouped(some, ({ requirement }) => requirement))
    .chain((breaks) => fc.constantFrom(...breaks))
    .chain((one) => conditionsOf(one).map((values) => faultOf(one, values)))
}

function conditionsOf(one: Breakage): fc.Arbitrary<readonly Value[]> {
  const single = fc
    .constantFrom(...grouped(one.values, ({ axis }) => axis))
    .chain((values) => fc.constantFrom(...values))
    .map((value): readonly Value[] => [value])
  const pairs = pairsOf(one)
  if (pairs.length === 0) return single
  return fc.oneof(
    { weight: SINGLES_PER_PAIR, arbitrary: single },
    { weight: 1, arbitrary: fc.constantFrom(...pairs) },
  )
}

/**
 * Faults drawn by a seed, no two alike; the first of more are the same.
 * @param selected requirements and families; all where empty.
 */
export function drawFaults(
  seed: number,
  count: number,
  selected: readonly string[] = [],
): readonly GeneratedFault[] {
  const some = breakages.filter(
    ({ requirement }) =>
      selected.length === 0 || selected.includes(requirement) || selected.includes(familyOf(requirement)),
  )
  if (some.length === 0) return []
  const drawn = fc.sample(anyFaultOf(some), { seed, numRuns: count * SPARE })
  return [...new Map(drawn.map((fault) => [fault.id, fault])).values()].slice(0, count)
}

/**
 * A case for each of so many faults, and for services that combine legal variants, drawn by the seed.
 * @param selected requirements and families: then faults of these alone.
 */
export function generatedCases(count: number, effort: Effort, selected: readonly string[] = []): ProofCase[] {
  const faults = drawFaults(effort.seed, count, selected).map((fault) => generatedCase(fault, effort))
  const services = selected.length === 0 ? Math.ceil(count / FAULTS_PER_VARIANTS) : 0
  return [...faults, ...variantsDrawn(services, effort.seed)]
}

/**
 * Cases for the generated faults among these ids.
 * @throws Error where an id is of none
 */
export function generatedAmong(ids: readonly string[], effort: Effort): ProofCase[] {
  return ids.filter(isGenerated).map((id) => generatedCase(generatedFault(id), effort))
}

/** Looked for by its requirement's tests alone; only where they miss it by all tests, as in a whole run. */
function generatedCase(fault: GeneratedFault, { seed, runs }: Effort): ProofCase {
  const { requirement, values } = fault
  const attempts = [
    { seed, runs, only: [requirement] },
    { seed, runs, sampling: { runs: FEW_RUNS, except: [requirement] } },
  ]
  return { ...caseOfFault(fault, attempts), axes: values.map(({ axis }) => axis) }
}

/** Services of two or three legal variants, of different decisions. */
function variantsDrawn(count: number, seed: number): ProofCase[] {
  const some = fc
    .subarray([...decisions], { minLength: 2, maxLength: 3 })
    .chain((chosen) => fc.tuple(...chosen.map(({ variants }) => fc.constantFrom(...variants))))
  if (count === 0) return []
  return fc.sample(some, { seed, numRuns: count }).map((variants) => variantCase(variants, seed))
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}
