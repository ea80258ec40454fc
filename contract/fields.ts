/** The fields of a donation that every response to an update shows (Donation, update response). */
export const OBSERVABLE_FIELDS = [
  'id',
  'donor_first_name',
  'donor_last_name',
  'donor_email',
  'donor_address_line_1',
  'donor_address_line_2',
  'donor_city',
  'donor_province',
] as const

/** A field of `OBSERVABLE_FIELDS` that an update can set. */
export type SettableField = Exclude<ObservableField, 'id'>

/** The fields that every response shows and an update can set: all but the id. */
export const SETTABLE_FIELDS: readonly SettableField[] = OBSERVABLE_FIELDS.filter((field) => field !== 'id')

/** The fields of an update that describe the donor (Donation, update request body). */
export const DONOR_FIELDS = [
  'donor_first_name',
  'donor_last_name',
  'donor_email',
  'donor_address_line_1',
  'donor_address_line_2',
  'donor_city',
  'donor_province',
  'donor_postal_code',
  'donor_country',
] as const

/** The fields that an update may hold only while the donation is pledged (Update a donation, rule 1). */
export const GATED_FIELDS = ['quantity', 'identifier', 'source'] as const

/** All fields of an update (Donation, update request body). */
export const UPDATE_FIELDS = [...DONOR_FIELDS, 'designation_id', 'memo', ...GATED_FIELDS, 'advisor'] as const

/** The fields of an update with plain values that no response has to show. */
export const PLAIN_HIDDEN_FIELDS = [...GATED_FIELDS, 'memo', 'donor_postal_code', 'donor_country'] as const

/** The fields of an advisor object, the required one first (Advisor object). */
export const ADVISOR_FIELDS = [
  'email',
  'first_name',
  'middle_name',
  'last_name',
  'title',
  'bio',
  'sec_url',
  'firm_name',
] as const

/** One of `OBSERVABLE_FIELDS`. */
export type ObservableField = (typeof OBSERVABLE_FIELDS)[number]
/** One of `DONOR_FIELDS`. */
export type DonorField = (typeof DONOR_FIELDS)[number]
/** One of `GATED_FIELDS`. */
export type GatedField = (typeof GATED_FIELDS)[number]
/** One of `UPDATE_FIELDS`. */
export type UpdateField = (typeof UPDATE_FIELDS)[number]
/** One of `ADVISOR_FIELDS`. */
export type AdvisorField = (typeof ADVISOR_FIELDS)[number]
