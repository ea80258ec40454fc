import fc from 'fast-check'

/** A generated value with a label that names its kind, for reports. */
export interface Labelled<Kind extends string, T> {
  readonly kind: Kind
  readonly value: T
}

/** A table with one arbitrary for each kind of value. */
export type Kinds<Kind extends string, T> = Readonly<Record<Kind, fc.Arbitrary<T>>>

/** The names of the kinds in a table, in its order. */
export function kindsOf<Kind extends string>(table: Readonly<Record<Kind, unknown>>): Kind[] {
  const isKind = (name: string): name is Kind => Object.hasOwn(table, name)
  return Object.keys(table).filter(isKind)
}

/** Values of all kinds in the table, each kind equally often. A value shrinks within its kind. */
export function labelled<Kind extends string, T>(table: Kinds<Kind, T>): fc.Arbitrary<Labelled<Kind, T>> {
  return labelledBy(kindsOf(table), (kind) => table[kind])
}

/** As `labelled`, where a function returns the arbitrary for each kind. */
export function labelledBy<Kind extends string, T>(
  kinds: readonly Kind[],
  valuesOf: (kind: Kind) => fc.Arbitrary<T>,
): fc.Arbitrary<Labelled<Kind, T>> {
  return fc.oneof(...kinds.map((kind) => valuesOf(kind).map((value) => ({ kind, value }))))
}
