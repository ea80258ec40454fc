/** The fields of a donation that the contract shows in the answer of an update. */
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

/** The fields of an update that describe the donor. */
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

/** The fields of an update that only a pledged donation takes. */
export const GATED_FIELDS = ['quantity', 'identifier', 'source'] as const

/** All fields of an update. */
export const UPDATE_FIELDS = [...DONOR_FIELDS, 'designation_id', 'memo', ...GATED_FIELDS, 'advisor'] as const

/** The fields of an advisor, the required one first. */
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

export type ObservableField = (typeof OBSERVABLE_FIELDS)[number]
export type DonorField = (typeof DONOR_FIELDS)[number]
export type GatedField = (typeof GATED_FIELDS)[number]
export type UpdateField = (typeof UPDATE_FIELDS)[number]
export type AdvisorField = (typeof ADVISOR_FIELDS)[number]
