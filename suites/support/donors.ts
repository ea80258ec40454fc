import type { SettableField } from '../../contract/index.ts'

/** A donor whom any service accepts; tests start from this one where they need to know what is there. */
export const PLAIN_DONOR: Readonly<Record<SettableField, string>> = {
  donor_first_name: 'Grace',
  donor_last_name: 'Hopper',
  donor_email: 'grace.hopper@example.com',
  donor_address_line_1: '12 Harbour Street',
  donor_address_line_2: 'Flat 3',
  donor_city: 'Wexford',
  donor_province: 'Ontario',
}

/** Another such donor, who differs from the plain one in every field. */
export const OTHER_DONOR: Readonly<Record<SettableField, string>> = {
  donor_first_name: 'Ada',
  donor_last_name: 'Lovelace',
  donor_email: 'ada.lovelace@example.org',
  donor_address_line_1: '1 Main Street',
  donor_address_line_2: 'Suite 9',
  donor_city: 'Rome',
  donor_province: 'Lazio',
}
