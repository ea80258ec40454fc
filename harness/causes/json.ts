import type { JsonObject } from '../../client/http/answer.ts'

/** Whether two values of JSON are the same, whatever the order of members. How deeply they are nested is no matter. */
export function isSameJson(one: unknown, other: unknown): boolean {
  const pairs: [unknown, unknown][] = [[one, other]]
  // In a loop: whatever calls itself for each level runs out of stack on what a service may send.
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [left, right] = pair
    if (left === right) continue
    if (!isNested(left) || !isNested(right) || Array.isArray(left) !== Array.isArray(right)) return false
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      pairs.push([left[key], right[key]])
    }
  }
  return true
}

/** An object, or an array by its indices. */
function isNested(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

/** A value as JSON; undefined where it is nested too deep to be written. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
