import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import type { DonationRecord } from '../../../client/donations/record.ts'
import { GATED_FIELDS, type GatedField } from '../../../contract/index.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { hiddenValue } from '../../support/hidden.ts'

/** A list of more donations holds several of each status: between them they divide what is tried with present values. */
const FEW = 8

/**
 * What is sent to one of the donations: the field with a made-up value, and with the value that it has. Where there are
 * many donations, the value that it has takes the place of the made-up one, once for each field and method.
 */
export async function madeUpAndPresent(
  context: Context,
  donation: string,
  field: UpdateBody,
  by: UpdateMethod,
): Promise<readonly UpdateBody[]> {
  const { nonPledgedDonationIds: ids } = context.target
  const areFew = ids.length <= FEW
  if (!areFew && !isPresentTried(ids.indexOf(donation), field, by)) return [field]
  const present = await presentValues(context, donation, {}, namesOf(field))
  return areFew || present.length === 0 ? [field, ...present] : present
}

/** Whether this donation is one of those whose present value is tried in place of a made-up one. */
function isPresentTried(position: number, field: UpdateBody, by: UpdateMethod): boolean {
  const place =
    GATED_FIELDS.findIndex((name) => name in field) + GATED_FIELDS.length * UPDATE_METHODS.indexOf(by)
  const places = GATED_FIELDS.length * UPDATE_METHODS.length
  return (position + Math.floor(position / places)) % places === place
}

function namesOf(body: UpdateBody): readonly GatedField[] {
  return GATED_FIELDS.filter((name) => name in body)
}

/**
 * Updates to the gated values that a donation has already, as far as they are shown: one for each field.
 * @param record what an answer shows of the donation.
 */
export async function presentValues(
  context: Context,
  donation: string,
  record: DonationRecord,
  fields: readonly GatedField[] = GATED_FIELDS,
): Promise<readonly UpdateBody[]> {
  const present: UpdateBody[] = []
  for (const field of fields) {
    const now = await hiddenValue(context, donation, { record }, field)
    if (now.seen && now.value !== undefined) present.push({ [field]: now.value })
  }
  return present
}
