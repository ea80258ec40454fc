import type fc from 'fast-check'
import { type Country, listedCountry } from './countries.ts'
import { ordinaryEmail } from './emails.ts'
import { type Fields, subset } from './subset.ts'
import { addressLine1, addressLine2, city, firstName, lastName, postalCode, province } from './text.ts'

/** All donor fields of an update (Donation, update request body). */
export interface Donor {
  donor_first_name: string
  donor_last_name: string
  donor_email: string
  donor_address_line_1: string
  donor_address_line_2: string
  donor_city: string
  donor_province: string
  donor_postal_code: string
  donor_country: Country
}

/** For each donor field, an arbitrary of values that any service accepts. Serves UPDATE-1 to 5 and 8. */
export const donorValues: Fields<Donor> = {
  donor_first_name: firstName(),
  donor_last_name: lastName(),
  donor_email: ordinaryEmail(),
  donor_address_line_1: addressLine1(),
  donor_address_line_2: addressLine2(),
  donor_city: city(),
  donor_province: province(),
  donor_postal_code: postalCode(),
  donor_country: listedCountry(),
}

/**
 * Any subset of the donor fields, including none and all, with ordinary values. Serves UPDATE-1 to UPDATE-6,
 * UPDATE-8, UPDATE-15 and UPDATE-16.
 */
export function donorFields(): fc.Arbitrary<Partial<Donor>> {
  return subset(donorValues)
}
