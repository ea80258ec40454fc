import fc from 'fast-check'
import { reducible } from './reducible.ts'

/** For each field of an object, an arbitrary of its values. */
export type Fields<T extends object> = { readonly [Field in keyof T]-?: fc.Arbitrary<T[Field]> }

/**
 * Objects with any subset of the fields: often one or two, often about half, often all, sometimes none.
 * Shrinks by dropping fields, so that only those remain that cause a failure.
 */
export function subset<T extends object>(fields: Fields<T>): fc.Arbitrary<Partial<T>> {
  const count = Object.keys(fields).length
  return fc.oneof(
    withOdds(fields, { present: 1, absent: Math.max(1, Math.round(count / 2)) }),
    withOdds(fields, { present: 1, absent: 1 }),
    withOdds(fields, { present: 4 * count, absent: 1 }),
  )
}

/** Objects with exactly the named fields. */
export function exactly<T extends object>(
  names: readonly (keyof T)[],
  fields: Fields<T>,
): fc.Arbitrary<Partial<T>> {
  const all = Object.fromEntries(names.map((name) => [name, fields[name]]))
  // Safe: each value comes from the arbitrary of its own field.
  return fc.record(all, { noNullPrototype: true }).map((values) => values as Partial<T>)
}

/** Objects in which each field is present with the same probability, independently of the others. */
function withOdds<T extends object>(
  fields: Fields<T>,
  odds: { readonly present: number; readonly absent: number },
): fc.Arbitrary<Partial<T>> {
  const isPresent = fc.oneof(
    { arbitrary: fc.constant(false), weight: odds.absent },
    { arbitrary: fc.constant(true), weight: odds.present },
  )
  const members = Object.entries<fc.Arbitrary<unknown>>(fields).map(([name, arbitrary]) =>
    arbitrary.map((value) => [name, value] as const),
  )
  const choice = fc
    .tuple(...members.map(() => isPresent))
    .map((present) => members.filter((_, index) => present[index]))
  // Safe: each value comes from the arbitrary of its own field.
  return reducible(choice).map((entries) => Object.fromEntries(entries) as Partial<T>)
}
