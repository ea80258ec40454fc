import type { Policies } from './index.ts'

// What mock/policies/replace.ts does for the mock. It stands here once more: the sample imports nothing of the suite but
// the contract, as any application could.

/** Returns changed policies; the given ones stay as they are. */
export type PolicyChange = (policies: Policies) => Policies

/**
 * Builds a change that replaces some policies of one group.
 * @param decide gets the policies in force, to wrap or call them, and returns the replacements
 */
export function replace<Group extends keyof Policies>(
  group: Group,
  decide: (inForce: Policies[Group]) => Partial<Policies[Group]>,
): PolicyChange {
  return (policies) => ({ ...policies, [group]: { ...policies[group], ...decide(policies[group]) } })
}

/** Combines changes, applied in the order given. */
export function combine(...changes: readonly PolicyChange[]): PolicyChange {
  return (policies) => changes.reduce((changed, change) => change(changed), policies)
}
