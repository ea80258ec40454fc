import { DONOR_FIELDS } from '../../../contract/index.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth, PLAIN_DONOR, type UpdateBody } from '../../support/donation.ts'

/**
 * A value of each type that a string field must not take; fixed, so that every field meets every type.
 * @param valid what the field does take: a check that is too kind looks through what stands around it.
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

const VALID: UpdateBody = { ...PLAIN_DONOR, donor_postal_code: 'K1A 0B1', donor_country: 'ad', memo: 'known' }

export const update12 = requirement(
  'UPDATE-12',
  cases(
    Object.fromEntries(
      [...DONOR_FIELDS, 'memo'].flatMap((field) =>
        Object.entries(noStrings(VALID[field])).map(([name, value]) => [
          `${field}: ${name}`,
          { [field]: value },
        ]),
      ),
    ),
    async (context, body) => expectRefusedByBoth(context, await context.donation(), body),
  ),
)
