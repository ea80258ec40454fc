import fc from 'fast-check'

/** For each field of an object, an arbitrary of its values. */
export type Fields<T extends object> = { readonly [Field in keyof T]-?: fc.Arbitrary<T[Field]> }

const ABSENT = Symbol('absent')

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
  return objects<T>(names.map((name) => [name, fields[name]]))
}

/** Objects in which each field is present with the same probability, independently of the others. */
function withOdds<T extends object>(
  fields: Fields<T>,
  odds: { readonly present: number; readonly absent: number },
): fc.Arbitrary<Partial<T>> {
  const absent = { arbitrary: fc.constant(ABSENT), weight: odds.absent }
  return objects<T>(
    Object.entries<fc.Arbitrary<unknown>>(fields).map(([name, arbitrary]) => [
      name,
      fc.oneof({ withCrossShrink: true }, absent, { arbitrary, weight: odds.present }),
    ]),
  )
}

function objects<T extends object>(
  entries: readonly (readonly [PropertyKey, fc.Arbitrary<unknown>])[],
): fc.Arbitrary<Partial<T>> {
  return fc.record(Object.fromEntries(entries), { noNullPrototype: true }).map((all) => {
    const present = Object.entries(all).filter(([, value]) => value !== ABSENT)
    // Safe: each value comes from the arbitrary of its own field.
    return Object.fromEntries(present) as Partial<T>
  })
}
