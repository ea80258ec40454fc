import { faultById } from './faults/index.ts'
import type { Policies } from './policies/index.ts'
import { inTurn } from './policies/replace.ts'
import { variants as all, variantById } from './variants/index.ts'

/** What a mock does otherwise than the reference service, by ids. */
export interface Deviations {
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
}

/**
 * The policies with these variants and then these faults: a mistake stands on top of whatever freedoms are used.
 * Variants apply in the order of their list, however they were named: what a body looks like may depend on the status.
 * @throws Error of one line, with the nearest id there is, for an id that nothing has
 */
export function applyAll(policies: Policies, { faults = [], variants = [] }: Deviations): Policies {
  const freedoms = variants.map(variantById).toSorted((a, b) => all.indexOf(a) - all.indexOf(b))
  const deviations = [...freedoms, ...faults.map(faultById)]
  return inTurn(...deviations.map(({ apply }) => apply))(policies)
}
