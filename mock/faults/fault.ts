import type { RequirementId } from '../../contract/index.ts'
import type { PolicyChange } from '../policies/replace.ts'

/** Where somebody reported the mistake: the project, and the address of the thread or advisory. */
export interface FaultSource {
  readonly project: string
  readonly thread: string
}

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
  /** Of a mistake that a real project has made. */
  readonly source?: FaultSource
  readonly apply: PolicyChange
}
