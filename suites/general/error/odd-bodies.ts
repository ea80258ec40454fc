import { RawBody } from '../../../client/donations/api.ts'
import { ADVISOR_FIELDS, UPDATE_FIELDS } from '../../../contract/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'

/** Every field that takes any text. */
const EVERY_TEXT = [
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

/** Fields with a format, in which hardly any text is valid. */
const FORMED = ['donor_email', 'donor_country', 'designation_id', 'quantity', 'advisor'] as const

/** In characters: with so much in every field a body is larger than many services take. */
const LONG = 50_000

/**
 * Bodies with a text in every field that takes any, those of an advisor too: one, or two where one would be refused
 * for its size.
 * @param number gives each text an advisor of its own: an advisor who is known already would be changed instead.
 */
export function everyText(text: string, number: number): readonly UpdateBody[] {
  const members = ADVISOR_FIELDS.filter((field) => field !== 'email').map((field) => [field, text])
  const own = (value: string) => Object.fromEntries(EVERY_TEXT.map((field) => [field, value]))
  const advisor = { email: `odd.advisor.${number}@example.com`, ...Object.fromEntries(members) }
  // Otherwise the answer to the second would hold both and be too large to be read.
  return text.length > LONG ? [own(text), { ...own('short'), advisor }] : [{ ...own(text), advisor }]
}

/**
 * A text in every field that has a form of its own, and in the address of an advisor.
 * @param turn which field comes first: a service that refuses it looks at no other.
 */
export function everyForm(text: string, turn: number): Readonly<Record<string, unknown>> {
  const start = turn % FORMED.length
  const fields = [...FORMED.slice(start), ...FORMED.slice(0, start)]
  const value = (field: string) => (field === 'advisor' && turn % 2 === 1 ? { email: text } : text)
  return Object.fromEntries(fields.map((field) => [field, value(field)]))
}

/** A body with this value, which is JSON text, in every field of the donation and of the advisor. */
export function valueInEveryField(value: string): RawBody {
  const advisor = `{${ADVISOR_FIELDS.map((field) => `"${field}":${value}`).join()}}`
  const fields = UPDATE_FIELDS.map((field) => `"${field}":${field === 'advisor' ? advisor : value}`)
  return new RawBody(`{${fields.join()}}`)
}
