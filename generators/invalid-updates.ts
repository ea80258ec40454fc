import fc from 'fast-check'
import type { UpdateDonationRequest } from '../contract/index.ts'
import {
  type Designations,
  type InvalidField,
  invalidFields,
  REFUSING_REQUIREMENTS,
  type RefusingRequirement,
} from './invalid-fields.ts'
import { partialUpdate, type UpdatedDonation } from './updates.ts'

/** An update that a service has to refuse for one invalid field. */
export interface InvalidUpdate extends Omit<InvalidField, 'part'> {
  /** The whole update: the invalid field, and the fields of `beside`. */
  readonly body: Readonly<Record<string, unknown>>
  /** The valid fields of the body, which may not be stored either (UPDATE-13). */
  readonly beside: UpdateDonationRequest
}

/**
 * Updates with one invalid field, alone or beside any valid fields. All requirements are equally likely, and
 * so are the fields of one requirement. Serves UPDATE-10 to UPDATE-13, PLEDGED-5, DESIGNATION-2 to
 * DESIGNATION-4, DESIGNATION-7, ADVISOR-2, ADVISOR-5, ADVISOR-6 and ADVISOR-8.
 * @param donation what the update is for: its status and designations decide which values are valid
 * @param requirements which to choose from. PLEDGED-5 is skipped unless the donation is pledged, since
 * PLEDGED-2 forbids its fields otherwise; DESIGNATION-2 is skipped without a designation of another campaign.
 * @throws Error where all requirements are skipped
 */
export function invalidUpdate(
  donation: UpdatedDonation & Designations = { pledged: false },
  requirements: readonly RefusingRequirement[] = REFUSING_REQUIREMENTS,
): fc.Arbitrary<InvalidUpdate> {
  const table = invalidFields(donation)
  const possible = requirements
    .filter((requirement) => donation.pledged || requirement !== 'PLEDGED-5')
    .map((requirement) => table[requirement])
    .filter((fields) => fields.length > 0)
  const invalid = fc.oneof(...possible.map((fields) => fc.oneof(...fields)))
  const valid = fc.oneof(fc.constant({}), partialUpdate(donation))
  return fc.tuple(invalid, valid).map(([{ part, ...reason }, others]) => {
    const beside = Object.fromEntries(Object.entries(others).filter(([name]) => !Object.hasOwn(part, name)))
    return { ...reason, body: { ...beside, ...part }, beside }
  })
}
