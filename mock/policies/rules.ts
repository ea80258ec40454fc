import { ASSIGNED_COUNTRIES } from '../../contract/countries.ts'
import type { AdvisorField, UpdateField } from '../../contract/fields.ts'
import type { Update } from './requested-update.ts'

/**
 * Validates the value of a field.
 * @returns undefined for a valid value, otherwise the rest of a sentence that begins with the field's name
 */
export type FieldRule = (value: unknown, update: Update) => string | undefined

const countries: ReadonlySet<unknown> = new Set(ASSIGNED_COUNTRIES)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
const domain = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]([a-z0-9-]*[a-z0-9])$/i

const text: FieldRule = (value) => (typeof value === 'string' ? undefined : 'must be a string')

const email: FieldRule = (value) => (isEmailAddress(value) ? undefined : 'must be an email address')

/** The rule for each field of an update (Donation, update request body). None depends on the donation. */
export const fieldRules: Readonly<Record<UpdateField, FieldRule>> = {
  donor_first_name: text,
  donor_last_name: text,
  donor_email: email,
  donor_address_line_1: text,
  donor_address_line_2: text,
  donor_city: text,
  donor_province: text,
  donor_postal_code: text,
  donor_country: (value) =>
    countries.has(value) ? undefined : 'must be a lowercase ISO 3166-1 alpha-2 code',
  designation_id: (value) =>
    value === null || (typeof value === 'string' && uuid.test(value)) ? undefined : 'must be a UUID or null',
  memo: text,
  quantity: (value) =>
    Number.isSafeInteger(value) && Number(value) > 0 ? undefined : 'must be a positive integer',
  identifier: text,
  source: text,
  advisor: (value) => (value === null || isObject(value) ? undefined : 'must be an object or null'),
}

/** The rule for each field of an advisor object (Advisor object). */
export const advisorRules: Readonly<Record<AdvisorField, FieldRule>> = {
  email,
  first_name: text,
  middle_name: text,
  last_name: text,
  title: text,
  bio: text,
  sec_url: text,
  firm_name: text,
}

/** Whether a value is an object in the sense of JSON: neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is an ASCII email address: a dot-atom, `@`, and a domain of at least two labels. */
export function isEmailAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value.length > 254) return false
  const at = value.lastIndexOf('@')
  const [local, host] = [value.slice(0, at), value.slice(at + 1)]
  if (at < 1 || local.length > 64 || host.split('.').some((label) => label.length > 63)) return false
  return localPart.test(local) && domain.test(host)
}
