import type { PolicyChange } from '../policies/replace.ts'

/** A freedom that the contract leaves, used otherwise than the reference service does. Any two can be combined. */
export interface Variant {
  /** Searchable and stable: reports and command lines name it. */
  readonly id: string
  /** What is different, in one line. */
  readonly description: string
  readonly apply: PolicyChange
}
