import type { FieldRule } from '../../policies/rules.ts'

/** Builds a rule that also accepts values that the current one refuses. */
export function alsoAccepting(accepts: (value: unknown) => boolean): (inForce: FieldRule) => FieldRule {
  return (inForce) => (value, update) => (accepts(value) ? undefined : inForce(value, update))
}

/** Builds a rule that also refuses values that the current one accepts. */
export function alsoRefusing(refuses: FieldRule): (inForce: FieldRule) => FieldRule {
  return (inForce) => (value, update) => inForce(value, update) ?? refuses(value, update)
}

/** Returns the message as a rule's result if the value is refused, otherwise undefined. */
export function complaint(refused: boolean, message: string): string | undefined {
  return refused ? message : undefined
}
