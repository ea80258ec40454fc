import { deviations } from './deviations.ts'
import type { Policies } from './policies/index.ts'
import { combine } from './policies/replace.ts'
import { variants as allVariants, type Variant } from './variants/index.ts'

/** The ids of the faults and variants in which a mock differs from the reference service. */
export interface Deviations {
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
}

/**
 * Applies variants and faults to policies. Variants come first, in the order of `variants` whatever the order
 * of their ids, since some depend on what others change. Faults follow in the order given.
 * @returns the changed policies; the given ones stay as they are
 * @throws Error for an unknown id; its message is one line that names the nearest known id
 */
export function applyAll(policies: Policies, { faults = [], variants = [] }: Deviations): Policies {
  const inOrder = (one: Variant, other: Variant) => allVariants.indexOf(one) - allVariants.indexOf(other)
  const freedoms = variants.map(deviations.variant).toSorted(inOrder)
  const all = [...freedoms, ...faults.map(deviations.fault)]
  return combine(...all.map(({ apply }) => apply))(policies)
}
