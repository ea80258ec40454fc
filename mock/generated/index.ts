import type { Fault } from '../faults/fault.ts'
import { advisorBreaks } from './breaks/advisors.ts'
import { authorizationBreaks } from './breaks/authorization.ts'
import { bearerBreaks } from './breaks/bearer.ts'
import { designationBreaks } from './breaks/designations.ts'
import { differingBreaks } from './breaks/differing.ts'
import { errorBreaks } from './breaks/errors.ts'
import { gateBreaks } from './breaks/gate.ts'
import { leftOutBreaks } from './breaks/left-out.ts'
import { likeBreaks } from './breaks/likenesses.ts'
import { malformedBreaks } from './breaks/malformed.ts'
import { refusedBreaks } from './breaks/refused.ts'
import { takenBreaks } from './breaks/taken.ts'
import { tokenAnswerBreaks } from './breaks/token-answers.ts'
import { tokenBreaks } from './breaks/tokens.ts'
import { valueBreaks } from './breaks/values.ts'
import { type Breakage, keyOf, type Value } from './condition.ts'

export { type Breakage, keyOf, type Value } from './condition.ts'

/** How the ids of generated faults begin. */
const GENERATED = 'gen:'

/** Whether an id is a generated fault's. */
export function isGenerated(id: string): boolean {
  return id.startsWith(GENERATED)
}

/** Everything that can break, in the order of the contract's chapters. */
export const breakages: readonly Breakage[] = [
  ...authorizationBreaks,
  ...tokenAnswerBreaks,
  ...tokenBreaks,
  ...likeBreaks,
  ...bearerBreaks,
  ...valueBreaks,
  ...leftOutBreaks,
  ...differingBreaks,
  ...takenBreaks,
  ...malformedBreaks,
  ...gateBreaks,
  ...designationBreaks,
  ...advisorBreaks,
  ...refusedBreaks,
  ...errorBreaks,
].filter(({ values }) => values.length > 0)

/** A break under a value of an axis, or under a pair of values of two. */
export interface GeneratedFault extends Fault {
  readonly values: readonly Value[]
}

/** Makes a fault of what breaks and of the values under which it does. */
export function faultOf(one: Breakage, values: readonly Value[]): GeneratedFault {
  const { requirement, description, alsoBreaks } = one
  return {
    id: `${GENERATED}${one.id}:${values.map(keyOf).join('+')}`,
    requirement,
    alsoBreaks,
    description: `${sentence(description)} when ${values.map(({ when }) => when).join(' and ')}.`,
    values,
    apply: one.apply(values),
  }
}

function sentence(text: string): string {
  // Names of fields stay as they are.
  return /^[a-z]+ /.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** Whether two values can be the condition of one fault. */
function isPair(one: Breakage, first: Value, second: Value): boolean {
  return first.isClass && second.isClass && first.axis < second.axis && one.allows([first, second])
}

/** The pairs of values under which something can break. */
export function pairsOf(one: Breakage): readonly (readonly [Value, Value])[] {
  return one.values.flatMap((first) =>
    one.values.filter((second) => isPair(one, first, second)).map((second) => [first, second] as const),
  )
}

/** How many faults can be drawn. */
export function countFaults(): number {
  return breakages.reduce((sum, one) => sum + one.values.length + pairsOf(one).length, 0)
}

/**
 * Makes the fault of an id again.
 * @throws Error where there is no such fault; its message is one line
 */
export function generatedFault(id: string): GeneratedFault {
  const [name = '', keys = ''] = id.slice(GENERATED.length).split(':')
  const one = breakages.find((breakage) => breakage.id === name)
  const wanted = keys.split('+')
  const values = wanted.flatMap((key) => one?.values.filter((value) => keyOf(value) === key) ?? [])
  if (!one || values.length !== wanted.length)
    throw new Error(`unknown generated fault ${JSON.stringify(id)}`)
  return faultOf(one, values)
}
