import fc from 'fast-check'
import type { Kinds } from './labelled.ts'

/** The types that the contract declares for a field. */
export type DeclaredType = 'string' | 'number' | 'object'

/** The types of JSON but for null, which the contract leaves open for most fields. */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object'

/**
 * Values of every JSON type but the declared one and null, by type. Serves UPDATE-12, PLEDGED-5, DESIGNATION-4,
 * ADVISOR-5 and ADVISOR-6.
 * @param valid values that the field takes: wrapped in an array or an object, or written as a string, they get past
 * a validator that converts before it looks
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
