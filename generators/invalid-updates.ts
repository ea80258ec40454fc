import fc from 'fast-check'
import type { UpdateDonationRequest } from '../contract/index.ts'
import {
  type Designations,
  invalidFields,
  OFFENDED_REQUIREMENTS,
  type Offence,
  type OffendedRequirement,
} from './invalid-fields.ts'
import { partialUpdate, type UpdatedDonation } from './updates.ts'

/** An update that has to be refused, and why. */
export interface InvalidUpdate extends Omit<Offence, 'part'> {
  /** The whole update: the bad field, and the valid ones beside it. */
  readonly body: Readonly<Record<string, unknown>>
  /** The valid fields of the body, none of which a service may apply. */
  readonly beside: UpdateDonationRequest
}

/**
 * Updates with one bad field, alone or beside any valid ones, tagged with the requirement that says they are refused.
 * Every field of every requirement is as likely as the others of it. Serves UPDATE-10 to UPDATE-13, PLEDGED-5,
 * DESIGNATION-2 to DESIGNATION-4, DESIGNATION-7, ADVISOR-2, ADVISOR-5, ADVISOR-6 and ADVISOR-8.
 *
 * Left out of the default: PLEDGED-5 unless the donation is pledged (the field alone would offend PLEDGED-2), and
 * DESIGNATION-2 without a designation of another campaign.
 * @throws Error where none of the requirements can be offended
 */
export function invalidUpdate(
  donation: UpdatedDonation & Designations,
  requirements: readonly OffendedRequirement[] = OFFENDED_REQUIREMENTS,
): fc.Arbitrary<InvalidUpdate> {
  const table = invalidFields(donation)
  const possible = requirements
    .filter((requirement) => donation.pledged || requirement !== 'PLEDGED-5')
    .map((requirement) => table[requirement])
    .filter((fields) => fields.length > 0)
  const invalidField = fc.oneof(...possible.map((fields) => fc.oneof(...fields)))
  const valid = fc.oneof(fc.constant({}), partialUpdate(donation))
  return fc.tuple(invalidField, valid).map(([{ part, ...bad }, others]) => {
    const beside = Object.fromEntries(Object.entries(others).filter(([name]) => !Object.hasOwn(part, name)))
    return { ...bad, body: { ...beside, ...part }, beside }
  })
}
