/** The entries that have a value. */
export function withoutUndefined<T extends object>(entries: T): { [Key in keyof T]?: NonNullable<T[Key]> }
export function withoutUndefined(entries: object): object {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
}
