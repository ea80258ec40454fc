import type { PartnerRequirementId } from '../../../contract/index.ts'
import type { PolicyChange } from '../policies/replace.ts'

/** A violation of the contract that real applications commit, made by a change of policies. */
export interface Fault {
  /** Never changes: reports and command lines refer to it. */
  readonly id: string
  /** The requirement that has to be named. */
  readonly requirement: PartnerRequirementId
  /** Other requirements that it necessarily violates, too. */
  readonly alsoBreaks?: readonly PartnerRequirementId[]
  /** What goes wrong, in one line. */
  readonly description: string
  readonly apply: PolicyChange
}
