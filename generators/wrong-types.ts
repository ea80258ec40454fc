import fc from 'fast-check'
import type { Kinds } from './labelled.ts'

/** The JSON types that the contract declares for fields. */
export type DeclaredType = 'string' | 'number' | 'object'

/** The types of JSON without null, since the contract does not say whether most fields accept null. */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object'

/**
 * Values of all JSON types except the declared one and null. Serves UPDATE-12, PLEDGED-5, DESIGNATION-4,
 * ADVISOR-5 and ADVISOR-6.
 * @param declared the type that the contract declares for the field
 * @param valid values that the field accepts. They are also generated as JSON text and within arrays and
 * objects, to detect a service that converts a value before it validates.
 * @returns one arbitrary for each wrong type
 */
export function wrongType<Declared extends DeclaredType>(
  declared: Declared,
  valid: fc.Arbitrary<unknown>,
): Kinds<Exclude<JsonType, Declared>, unknown>
export function wrongType(declared: DeclaredType, valid: fc.Arbitrary<unknown>) {
  const { [declared]: _, ...others } = {
    string: fc.oneof(
      valid.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))),
      fc.constant('a'),
    ),
    number: fc.oneof(fc.integer({ min: -1000, max: 100_000 }), fc.constantFrom(0, 1, 0.5)),
    boolean: fc.boolean(),
    array: fc.oneof(
      fc.constant([]),
      valid.map((value) => [value]),
    ),
    object: fc.oneof(
      fc.constant({}),
      valid.map((value) => ({ value })),
      fc.constant({ $ne: 0 }),
    ),
  }
  return others
}
