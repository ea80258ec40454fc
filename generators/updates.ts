import fc from 'fast-check'
import { GATED_FIELDS, type GatedField, type UpdateDonationRequest } from '../contract/index.ts'
import { type AdvisorUpdate, advisor } from './advisors.ts'
import { designationOf } from './designations.ts'
import { type Donor, donorValues } from './donors.ts'
import { exactly, type Fields, subset } from './subset.ts'
import { identifier, memo, source } from './text.ts'

/** The donation that an update is made for, as far as it decides which values are valid. */
export interface UpdatedDonation {
  readonly pledged: boolean
  /** Ids of designations of its campaign; without any, an update can only clear the designation. */
  readonly designations?: readonly string[]
}

/** The fields that only a pledged donation takes. */
export interface Gated {
  quantity: number
  identifier: string
  source: string
}

/** All fields of an update, with values of the declared types. */
export interface FullUpdate extends Donor, Gated {
  memo: string
  designation_id: string | null
  advisor: AdvisorUpdate | null
}

/** Every combination of one, two or all three of the gated fields. Serves PLEDGED-1 and PLEDGED-2. */
export const gatedCombinations: readonly (readonly GatedField[])[] = [
  ['quantity'],
  ['identifier'],
  ['source'],
  ['quantity', 'identifier'],
  ['quantity', 'source'],
  ['identifier', 'source'],
  GATED_FIELDS,
]

/** Ordinary values for each gated field. Serves PLEDGED-1. */
export const gatedValues: Fields<Gated> = {
  quantity: fc.integer({ min: 1, max: 100 }),
  identifier: identifier(),
  source: source(),
}

/** Ordinary values, and those of the same type that a careless service takes for nothing. */
const gatedOrFalsyValues: Fields<Gated> = {
  quantity: fc.oneof(gatedValues.quantity, fc.constant(0)),
  identifier: fc.oneof(gatedValues.identifier, fc.constant('')),
  source: fc.oneof(gatedValues.source, fc.constant('')),
}

/**
 * Ordinary values for every field of an update, by field: what any careful service accepts for this donation, but
 * for the gated fields, which need a pledged one. Serves UPDATE-3 to UPDATE-5, one field or two at a time.
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
 * Valid updates of this donation: any subset of the fields that it takes, none and all included. What leaves
 * designation_id out clears it. Serves UPDATE-1 to UPDATE-6, UPDATE-13, UPDATE-15, UPDATE-16 and PLEDGED-4.
 */
export function partialUpdate(donation: UpdatedDonation): fc.Arbitrary<UpdateDonationRequest> {
  const values = updateValues(donation)
  if (donation.pledged) return subset(values)
  const { quantity: _quantity, identifier: _identifier, source: _source, ...open } = values
  return subset(open)
}

/** Updates of exactly these gated fields, with ordinary values. Serves PLEDGED-1. */
export function gatedUpdate(fields: readonly GatedField[]): fc.Arbitrary<Partial<Gated>> {
  return exactly(fields, gatedValues)
}

/**
 * Updates that a donation which is not pledged has to refuse: exactly these gated fields, with ordinary values or with
 * 0 and empty strings, alone or beside valid values of other fields. Serves PLEDGED-2 and PLEDGED-3.
 */
export function forbiddenUpdate(
  fields: readonly GatedField[],
  { designations = [] }: Pick<UpdatedDonation, 'designations'> = {},
): fc.Arbitrary<UpdateDonationRequest> {
  const beside = fc.oneof(fc.constant({}), partialUpdate({ pledged: false, designations }))
  return fc
    .tuple(beside, exactly(fields, gatedOrFalsyValues))
    .map(([others, gated]) => ({ ...others, ...gated }))
}
