import type { RequirementId } from '../../contract/index.ts'
import type { PolicyChange } from '../policies/replace.ts'

/** A violation of the contract that real services commit, made by a change of policies. */
export interface Fault {
  /** Never changes: reports and command lines refer to it. */
  readonly id: string
  /** The requirement whose test must detect the fault. */
  readonly requirement: RequirementId
  /** Other requirements that it necessarily violates, too. */
  readonly alsoBreaks?: readonly RequirementId[]
  /** What goes wrong, in one line. */
  readonly description: string
  readonly apply: PolicyChange
}
