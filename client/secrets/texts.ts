/**
 * A copy of a value as JSON has it, in which every text is changed, keys of objects included.
 * @param member is given each member of an object once it is changed, with its old key
 */
export function withTexts<T>(
  value: T,
  change: (text: string) => string,
  member?: (key: string, item: unknown) => unknown,
): T
export function withTexts(
  value: unknown,
  change: (text: string) => string,
  member: (key: string, item: unknown) => unknown = (_, item) => item,
): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => withTexts<unknown>(item, change, member))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      change(key),
      member(key, withTexts<unknown>(item, change, member)),
    ]),
  )
}
