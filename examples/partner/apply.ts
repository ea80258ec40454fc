import { faults as allFaults } from './faults/index.ts'
import type { Policies } from './policies/index.ts'
import { combine } from './policies/replace.ts'
import { variants as allVariants } from './variants/index.ts'

/** The ids of the faults and variants in which an application differs from the sample. */
interface Deviations {
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
}

/**
 * Applies variants and then faults to policies, each in the order given.
 * @returns the changed policies; the given ones stay as they are
 * @throws Error for an unknown id, with one line
 */
export function applyAll(policies: Policies, { faults = [], variants = [] }: Deviations): Policies {
  const deviations = [
    ...variants.map((id) => named('variant', allVariants, id)),
    ...faults.map((id) => named('fault', allFaults, id)),
  ]
  return combine(...deviations.map(({ apply }) => apply))(policies)
}

function named<Named extends { readonly id: string }>(
  kind: string,
  all: readonly Named[],
  id: string,
): Named {
  const found = all.find((one) => one.id === id)
  if (found === undefined) throw new Error(`unknown ${kind} ${JSON.stringify(id)} (--list shows them)`)
  return found
}

/** All faults and variants, a line each. */
export function listDeviations(): string {
  return [
    ...allFaults.map(
      ({ id, requirement, description }) => `fault    ${id}  [${requirement}]  ${description}`,
    ),
    ...allVariants.map(({ id, description }) => `variant  ${id}  ${description}`),
  ].join('\n')
}
