import fc from 'fast-check'
import { GATED_FIELDS, type GatedField, type UpdateDonationRequest } from '../contract/index.ts'
import { type AdvisorUpdate, advisor } from './advisors.ts'
import { designationOf } from './designations.ts'
import { type Donor, donorValues } from './donors.ts'
import { exactly, type Fields, subset } from './subset.ts'
import { identifier, memo, source } from './text.ts'

/** What decides which updates are valid for a donation. */
export interface UpdatedDonation {
  /** Whether the status of the donation is pledged, which allows the gated fields. */
  readonly pledged: boolean
  /** Ids of designations of its campaign. Default: none, and updates only clear the designation. */
  readonly designations?: readonly string[]
}

/** The gated fields: only a pledged donation may have them updated (Update a donation, rule 1). */
export interface Gated {
  quantity: number
  identifier: string
  source: string
}

/** All fields of an update, in their declared types (Donation, update request body). */
export interface FullUpdate extends Donor, Gated {
  memo: string
  designation_id: string | null
  advisor: AdvisorUpdate | null
}

/** The seven combinations of one, two or all three gated fields. Serves PLEDGED-1 and PLEDGED-2. */
export const gatedCombinations: readonly (readonly GatedField[])[] = [
  ['quantity'],
  ['identifier'],
  ['source'],
  ['quantity', 'identifier'],
  ['quantity', 'source'],
  ['identifier', 'source'],
  GATED_FIELDS,
]

/** For each gated field, an arbitrary of values that any service accepts. Serves PLEDGED-1. */
export const gatedValues: Fields<Gated> = {
  quantity: fc.integer({ min: 1, max: 100 }),
  identifier: identifier(),
  source: source(),
}

/** As `gatedValues`, with 0 and empty strings, which a service that tests for truthiness takes as absent. */
const gatedOrFalsyValues: Fields<Gated> = {
  quantity: fc.oneof(gatedValues.quantity, fc.constant(0)),
  identifier: fc.oneof(gatedValues.identifier, fc.constant('')),
  source: fc.oneof(gatedValues.source, fc.constant('')),
}

/**
 * For each field of an update, an arbitrary of values that any service accepts; the gated fields only while
 * the donation is pledged. Serves UPDATE-3 to UPDATE-5, for updates of one or two fields.
 */
export function updateValues({
  designations = [],
}: Pick<UpdatedDonation, 'designations'> = {}): Fields<FullUpdate> {
  const cleared = fc.constant(null)
  return {
    ...donorValues,
    memo: memo(),
    designation_id: designations.length > 0 ? fc.oneof(cleared, designationOf(designations)) : cleared,
    advisor: fc.option(advisor()),
    ...gatedValues,
  }
}

/**
 * Valid updates of this donation: any subset of the fields that it may have updated, including none and all.
 * Without designation_id an update clears the designation (DESIGNATION-6). Serves UPDATE-1 to UPDATE-6,
 * UPDATE-13, UPDATE-15, UPDATE-16 and PLEDGED-4.
 * @param donation where it is left out, one in another status than pledged: such updates are valid for any.
 */
export function partialUpdate(
  donation: UpdatedDonation = { pledged: false },
): fc.Arbitrary<UpdateDonationRequest> {
  const values = updateValues(donation)
  if (donation.pledged) return subset(values)
  const { quantity: _quantity, identifier: _identifier, source: _source, ...open } = values
  return subset(open)
}

/** Updates of exactly these gated fields, with values of `gatedValues`. Serves PLEDGED-1. */
export function gatedUpdate(fields: readonly GatedField[] = GATED_FIELDS): fc.Arbitrary<Partial<Gated>> {
  return exactly(fields, gatedValues)
}

/**
 * Updates that a service has to refuse unless the donation is pledged: exactly these gated fields, with
 * values of `gatedValues`, 0 or empty strings, alone or beside valid values of other fields. Serves PLEDGED-2
 * and PLEDGED-3.
 */
export function forbiddenUpdate(
  fields: readonly GatedField[] = GATED_FIELDS,
  { designations = [] }: Pick<UpdatedDonation, 'designations'> = {},
): fc.Arbitrary<UpdateDonationRequest> {
  const beside = fc.oneof(fc.constant({}), partialUpdate({ pledged: false, designations }))
  return fc
    .tuple(beside, exactly(fields, gatedOrFalsyValues))
    .map(([others, gated]) => ({ ...others, ...gated }))
}
