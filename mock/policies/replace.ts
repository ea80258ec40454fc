import type { Policies } from './index.ts'

/** Makes other policies out of those in force. */
export type PolicyChange = (policies: Policies) => Policies

/**
 * A change of some decisions of one group.
 * @param decide gets the decisions in force, to wrap them or to fall back on them
 */
export function replace<Group extends keyof Policies>(
  group: Group,
  decide: (inForce: Policies[Group]) => Partial<Policies[Group]>,
): PolicyChange {
  return (policies) => ({ ...policies, [group]: { ...policies[group], ...decide(policies[group]) } })
}

/** One change after the other. */
export function inTurn(...changes: readonly PolicyChange[]): PolicyChange {
  return (policies) => changes.reduce((changed, change) => change(changed), policies)
}
