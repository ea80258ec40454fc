import type { PolicyChange } from '../policies/replace.ts'

/** Conforming behaviour that differs from the reference service's. Any two variants can be combined. */
export interface Variant {
  /** Never changes: reports and command lines refer to it. */
  readonly id: string
  /** What is different, in one line. */
  readonly description: string
  readonly apply: PolicyChange
}
