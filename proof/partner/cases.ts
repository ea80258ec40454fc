import fc from 'fast-check'
import { familyOf, partnerRequirements } from '../../contract/index.ts'
import { type Fault, faults } from '../../examples/partner/faults/index.ts'
import { decisions, type Variant, variants } from '../../examples/partner/variants/index.ts'
import type { Extent, ProofCase } from '../matrix.ts'
import type { Selectable } from '../selected.ts'

/** How much is tried. */
type Effort = Pick<Extent, 'seed' | 'runs'>

/** Faults that are tried with the whole examination at once; the others with their requirement first. */
const WHOLE = 10

/** What a selection of cases may name. */
export const selectableOfPartner: Selectable = {
  side: 'partner',
  requirements: partnerRequirements.flatMap(({ id }) => [id, familyOf(id)]),
  deviations: [...faults, ...variants],
}

/**
 * A case for each fault, tried by its requirement and, where that missed it, by everything: that shows what else is
 * blamed. Some faults are tried by everything at once. And one for each of the applications that take several legal
 * freedoms; for selected variants each alone.
 * @param selected ids of faults, variants and requirements; all where empty
 */
export function partnerCases(effort: Effort, selected: readonly string[] = []): ProofCase[] {
  const isSelected = (...names: string[]) =>
    selected.length === 0 || names.some((name) => selected.includes(name))
  const chosen = faults.filter(({ id, requirement }) => isSelected(id, requirement, familyOf(requirement)))
  const whole = new Set(selected.length === 0 ? drawn(chosen, effort.seed).slice(0, WHOLE) : [])
  return spread(
    [
      ...(selected.length === 0 ? partnerVariantsCombined(effort) : partnerVariantsAlone(selected, effort)),
      ...[...whole].map((fault) => faultCase(fault, effort, true)),
    ],
    chosen.filter((fault) => !whole.has(fault)).map((fault) => faultCase(fault, effort, false)),
  )
}

/** The quick ones that still come when the last long one begins, as a share: it should not be the last to end. */
const REST = 0.25

/** Each long case beside quick ones: several at once would make the machine busy, and each wait for the others. */
function spread(long: readonly ProofCase[], quick: readonly ProofCase[]): ProofCase[] {
  const step = Math.floor((quick.length * (1 - REST)) / Math.max(long.length, 1))
  return [
    ...long.flatMap((one, turn) => [one, ...quick.slice(turn * step, (turn + 1) * step)]),
    ...quick.slice(long.length * step),
  ]
}

/** An examination of everything for each of these variants alone. */
export function partnerVariantsAlone(ids: readonly string[], effort: Effort): ProofCase[] {
  return variants.filter(({ id }) => ids.includes(id)).map((variant) => variantCase([variant], effort))
}

/**
 * Applications that take decisions otherwise, drawn by the seed so that every variant is in some of them; now and then
 * a decision is taken as the sample takes it.
 */
export function partnerVariantsCombined(effort: Effort): ProofCase[] {
  const choices = decisions.map(({ variants: own }) => [...own, undefined])
  const count = Math.max(...choices.map(({ length }) => length))
  const columns = choices.map((own, decision) => {
    // In an order of its own each time, so that no two variants of different decisions are always together.
    const cycles = Array.from({ length: Math.ceil(count / own.length) }, (_, cycle) =>
      drawn(own, effort.seed + decision * count + cycle),
    )
    return cycles.flat()
  })
  return Array.from({ length: count }, (_, row) =>
    variantCase(
      columns.flatMap((column) => column[row] ?? []),
      effort,
    ),
  )
}

/** In an order that the seed decides. */
function drawn<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const whole = { minLength: items.length, maxLength: items.length }
  return fc.sample(fc.shuffledSubarray([...items], whole), { seed, numRuns: 1 })[0] ?? []
}

function faultCase(
  { id, requirement, alsoBreaks = [], description }: Fault,
  effort: Effort,
  isWhole: boolean,
): ProofCase {
  return {
    kind: 'fault',
    faults: [id],
    variants: [],
    description,
    requirement,
    alsoBreaks,
    attempts: isWhole ? [effort] : [{ ...effort, only: [requirement] }, effort],
  }
}

function variantCase(some: readonly Variant[], effort: Effort): ProofCase {
  return {
    kind: 'variant',
    faults: [],
    variants: some.map(({ id }) => id),
    description: some.map(({ description }) => description).join(' '),
    attempts: [effort],
  }
}
