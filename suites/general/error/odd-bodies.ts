import { RawBody } from '../../../client/donations/api.ts'
import { ADVISOR_FIELDS, UPDATE_FIELDS } from '../../../contract/index.ts'

/** Every field that takes any text. */
export const EVERY_TEXT = [
  'donor_first_name',
  'donor_last_name',
  'donor_address_line_1',
  'donor_address_line_2',
  'donor_city',
  'donor_province',
  'donor_postal_code',
  'memo',
  'identifier',
  'source',
]

/** A body with this value, which is JSON text, in every field of the donation and of the advisor. */
export function everyField(value: string): RawBody {
  const advisor = `{${ADVISOR_FIELDS.map((field) => `"${field}":${value}`).join()}}`
  const fields = UPDATE_FIELDS.map((field) => `"${field}":${field === 'advisor' ? advisor : value}`)
  return new RawBody(`{${fields.join()}}`)
}
