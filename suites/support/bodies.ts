import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { type Gated, updateValues } from '../../generators/index.ts'
import { OTHER_DONOR, SETTABLE_FIELDS, type UpdateBody } from './donation.ts'

/** Pledged donations and others are judged apart: a service may be wrong in one status only. */
export const KINDS = ['pledged', 'other'] as const

/** By which method: property tests draw it. */
export const method = () => fc.constantFrom<UpdateMethod>(...UPDATE_METHODS)

/** Valid values by field. */
export const values: Readonly<Record<string, fc.Arbitrary<unknown>>> = updateValues()

/** Valid values for these fields, all of them. */
export function only(fields: readonly string[]): fc.Arbitrary<UpdateBody> {
  return fc.record(Object.fromEntries(fields.map((field) => [field, values[field] ?? fc.constant('')])), {
    noNullPrototype: true,
  })
}

/** Each field by itself, with another value than the one that is there. */
export const ONE_FIELD: Readonly<Record<string, UpdateBody>> = {
  donor_first_name: { donor_first_name: 'Ada' },
  donor_last_name: { donor_last_name: 'Lovelace' },
  donor_email: { donor_email: 'ada@example.org' },
  donor_address_line_1: { donor_address_line_1: '1 Main Street' },
  donor_address_line_2: { donor_address_line_2: 'Suite 9' },
  donor_city: { donor_city: 'Rome' },
  donor_province: { donor_province: 'Lazio' },
  donor_postal_code: { donor_postal_code: '00100' },
  donor_country: { donor_country: 'ae' },
  memo: { memo: 'thank you' },
  designation_id: { designation_id: null },
  advisor: { advisor: { email: 'advisor@example.com' } },
  'advisor null': { advisor: null },
}

/** Each combination of the fields that only a pledged donation takes. */
export const GATED_EXAMPLES: Readonly<Record<string, Partial<Gated>>> = {
  quantity: { quantity: 2 },
  identifier: { identifier: 'A-1' },
  source: { source: 'newsletter' },
  'quantity and identifier': { quantity: 2, identifier: 'A-1' },
  'quantity and source': { quantity: 2, source: 'newsletter' },
  'identifier and source': { identifier: 'A-1', source: 'newsletter' },
  'all three': { quantity: 2, identifier: 'A-1', source: 'newsletter' },
}

/** Each two of the fields that an answer shows. */
export const PAIRS: Readonly<Record<string, UpdateBody>> = Object.fromEntries(
  SETTABLE_FIELDS.flatMap((one, index) =>
    SETTABLE_FIELDS.slice(index + 1).map((other) => [
      `${one} and ${other}`,
      { [one]: OTHER_DONOR[one], [other]: OTHER_DONOR[other] },
    ]),
  ),
)
