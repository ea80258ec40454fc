import { DONOR_FIELDS } from '../../../contract/index.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'

/** Fields declared as string that a donation takes in any status; the designation has its own requirement. */
const STRING_FIELDS = [...DONOR_FIELDS, 'memo'] as const

/**
 * A value of each type that a string field must not take; fixed, so that every field meets every type.
 * @param valid what the field does take: a service that is too lenient would unwrap it.
 */
const noStrings = (valid: unknown): Readonly<Record<string, unknown>> => ({
  'a number': 7,
  zero: 0,
  true: true,
  false: false,
  'an array': [valid],
  'an empty array': [],
  'an object': { value: valid },
  'an empty object': {},
})

/** Each string field with a value of each other type. */
const WRONG_TYPES: Readonly<Record<string, UpdateBody>> = Object.fromEntries(
  STRING_FIELDS.flatMap((field) =>
    Object.entries(noStrings(PLAIN_UPDATE[field])).map(([type, value]) => [
      `${field}: ${type}`,
      { [field]: value },
    ]),
  ),
)

/** A string field given a number, boolean, array or object is rejected. */
export const update12 = requirement(
  'UPDATE-12',
  cases(WRONG_TYPES, async (context, body) => expectRefusedByBoth(context, await context.donation(), body)),
)
