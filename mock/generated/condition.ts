import type { RequirementId } from '../../contract/index.ts'
import type { PolicyChange } from '../policies/replace.ts'

/** A value of an axis along which services break. */
export interface Value {
  readonly axis: string
  /** Part of a fault's id: no blanks, commas, colons or plus signs. */
  readonly value: string
  /** In words, as they follow "when". */
  readonly when: string
  /** Whether it stands for many requests, so that it is combined with such values of other axes. */
  readonly isClass: boolean
}

/** A value of an axis, and whether it is met. */
export interface Condition<Turn> extends Value {
  readonly holds: (turn: Turn) => boolean
}

/** A row of a table of conditions: its value, in words, and whether it is met. */
export type ConditionRow<Turn> = readonly [value: string, when: string, holds: (turn: Turn) => boolean]

/** Values that stand for many requests each: pairs of them, of two axes, are tried too. */
export function classes<Turn>(axis: string, rows: readonly ConditionRow<Turn>[]): readonly Condition<Turn>[] {
  return rows.map(([value, when, holds]) => ({ axis, value, when, isClass: true, holds }))
}

/** Values of which there are too many for pairs. */
export function fine<Turn>(axis: string, rows: readonly ConditionRow<Turn>[]): readonly Condition<Turn>[] {
  return classes(axis, rows).map((condition) => ({ ...condition, isClass: false }))
}

/** What can break, and under which conditions it may. */
interface Break<Turn> {
  readonly requirement: RequirementId
  /** What sets it apart from other breaks of the requirement; as {@link Value.value}. */
  readonly name: string
  /** A sentence without its end: "when" and the conditions follow. */
  readonly description: string
  readonly conditions: readonly Condition<Turn>[]
  readonly alsoBreaks?: readonly RequirementId[]
  /** Values that can never be met together here, or under which nothing would break. */
  readonly except?: (values: readonly string[]) => boolean
  /** @param when whether it breaks this time. */
  readonly apply: (when: (turn: Turn) => boolean) => PolicyChange
}

/** A break of whatever kind of turn. */
export interface Breakage {
  readonly id: string
  readonly requirement: RequirementId
  readonly description: string
  readonly alsoBreaks: readonly RequirementId[]
  readonly values: readonly Value[]
  /** Whether these values, of different axes, make sense together. */
  readonly allows: (values: readonly Value[]) => boolean
  readonly apply: (values: readonly Value[]) => PolicyChange
}

/** Hides what the conditions of a break are about. */
export function breakage<Turn>(one: Break<Turn>): Breakage {
  const { requirement, name, description, conditions, alsoBreaks = [], except, apply } = one
  return {
    id: `${requirement.toLowerCase()}-${name}`,
    requirement,
    description,
    alsoBreaks,
    values: conditions.filter((condition) => except?.([keyOf(condition)]) !== true),
    allows: (values) => !contradicts(values) && except?.(values.map(keyOf)) !== true,
    apply(values) {
      const chosen = conditions.filter((condition) => values.some((value) => isSame(value, condition)))
      return apply((turn) => chosen.every(({ holds }) => holds(turn)))
    },
  }
}

/** How a value is written in a fault's id. */
export function keyOf({ axis, value }: Pick<Value, 'axis' | 'value'>): string {
  return `${axis}=${value}`
}

function isSame(one: Value, other: Value): boolean {
  return keyOf(one) === keyOf(other)
}

/** Pairs that no request can meet: what stands alone has no place among others, a pledged donation refuses no gated field. */
const CONTRADICTIONS: readonly (readonly [string, string])[] = [
  ['beside=nothing', 'place='],
  ['gated=', 'status=other'],
  ['refused-for=gate', 'status=pledged'],
  ['try=first', 'after='],
]

function contradicts(values: readonly Value[]): boolean {
  const keys = values.map(keyOf)
  const has = (start: string) => keys.some((key) => key.startsWith(start))
  return CONTRADICTIONS.some(([one, other]) => has(one) && has(other))
}
