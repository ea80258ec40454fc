import type { FieldRule } from '../../policies/rules.ts'

/** Lets more values pass than the rule in force. */
export function alsoAccepting(accepts: (value: unknown) => boolean): (inForce: FieldRule) => FieldRule {
  return (inForce) => (value, update) => (accepts(value) ? undefined : inForce(value, update))
}

/** Lets fewer values pass than the rule in force. */
export function alsoRefusing(refuses: FieldRule): (inForce: FieldRule) => FieldRule {
  return (inForce) => (value, update) => inForce(value, update) ?? refuses(value, update)
}

/** What a rule says where it refuses a value. */
export function complaint(refused: boolean, message: string): string | undefined {
  return refused ? message : undefined
}
