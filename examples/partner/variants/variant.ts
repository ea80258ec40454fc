import type { PolicyChange } from '../policies/replace.ts'

/** A legal way to keep the contract that is not the sample's own. */
export interface Variant {
  /** Never changes: reports and command lines refer to it. */
  readonly id: string
  /** What is different, in one line. */
  readonly description: string
  readonly apply: PolicyChange
  /** Keys of the environment file that the examination of it needs in place of the sample's. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Variants of one decision: an application has one of them at most. */
export interface Decision {
  readonly name: string
  readonly variants: readonly Variant[]
}
