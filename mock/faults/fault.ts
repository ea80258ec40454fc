import type { RequirementId } from '../../contract/index.ts'
import type { PolicyChange } from '../policies/replace.ts'

/** A mistake that real services make, as a change of the one decision that it corrupts. */
export interface Fault {
  /** Searchable and stable: reports and command lines name it. */
  readonly id: string
  /** The one requirement that it breaks. */
  readonly requirement: RequirementId
  /** Requirements whose statements cannot help being broken along with it. */
  readonly alsoBreaks?: readonly RequirementId[]
  /** What goes wrong, in one line. */
  readonly description: string
  readonly apply: PolicyChange
}
