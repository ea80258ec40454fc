import { SETTABLE_FIELDS } from '../../contract/index.ts'
import type { Table } from '../../harness/authoring/index.ts'
import { OTHER_DONOR, PLAIN_DONOR } from './donors.ts'

/** What an update sends: the JSON object of its body. */
export type UpdateBody = Readonly<Record<string, unknown>>

/** The plain donor, and a value for each field that any donation takes and answers need not show. */
export const PLAIN_UPDATE: UpdateBody = {
  ...PLAIN_DONOR,
  // Of this country: a service may know which codes it has.
  donor_postal_code: 'AD500',
  donor_country: 'ad',
  memo: 'known',
}

/** The same with an advisor. */
export const PLAIN_WITH_ADVISOR: UpdateBody = { ...PLAIN_UPDATE, advisor: { email: 'advisor@example.com' } }

/** Each field that any donation takes, by itself, with another value than that of the plain update. */
export const ONE_FIELD: Table<UpdateBody> = {
  donor_first_name: { donor_first_name: 'Ada' },
  donor_last_name: { donor_last_name: 'Lovelace' },
  donor_email: { donor_email: 'ada@example.org' },
  donor_address_line_1: { donor_address_line_1: '1 Main Street' },
  donor_address_line_2: { donor_address_line_2: 'Suite 9' },
  donor_city: { donor_city: 'Rome' },
  donor_province: { donor_province: 'Lazio' },
  donor_postal_code: { donor_postal_code: '00100' },
  // Which some formats take for `false`.
  donor_country: { donor_country: 'no' },
  memo: { memo: 'thank you' },
  designation_id: { designation_id: null },
  advisor: { advisor: { email: 'advisor@example.com' } },
  'advisor null': { advisor: null },
}

/** Each two of the fields that an answer shows, with the values of the other donor. */
export const PAIRS: Table<UpdateBody> = Object.fromEntries(
  SETTABLE_FIELDS.flatMap((one, index) =>
    SETTABLE_FIELDS.slice(index + 1).map((other) => [
      `${one} and ${other}`,
      { [one]: OTHER_DONOR[one], [other]: OTHER_DONOR[other] },
    ]),
  ),
)

/** The same members in another order: over several turns each comes first, in the middle and last. */
export function rotated<Value>(
  body: Readonly<Record<string, Value>>,
  turn: number,
): Readonly<Record<string, Value>> {
  const members = Object.entries(body)
  const start = turn % Math.max(members.length, 1)
  return Object.fromEntries([...members.slice(start), ...members.slice(0, start)])
}

/** The same members in so many orders that each comes last once; named by the last. */
export function inEachOrder<Value>(
  body: Readonly<Record<string, Value>>,
): Readonly<Record<string, Readonly<Record<string, Value>>>> {
  return Object.fromEntries(Object.keys(body).map((field, index) => [field, rotated(body, index + 1)]))
}
