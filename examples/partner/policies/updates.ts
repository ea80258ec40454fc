import { z } from 'zod'
import {
  GATED_FIELDS,
  UPDATE_FIELDS,
  type UpdateDonationRequest,
  updateDonationRequestSchema,
} from '../../../contract/index.ts'
import type { Customer } from '../customers.ts'
import type { KnownDonation } from '../requested-update.ts'

/** The application does not send these changes; the message tells the customer why. */
export class RefusedError extends Error {}

/** Decisions about an update, in the order in which a change reaches them. */
export interface UpdatePolicies {
  /** The changes in the declared types. Throws RefusedError. */
  check(changes: Readonly<Record<string, unknown>>): UpdateDonationRequest
  /** The changes that the status of the donation allows. Throws RefusedError. */
  gate(donation: KnownDonation, changes: UpdateDonationRequest): UpdateDonationRequest
  /** The changes, and the designation that is to stay. */
  keepDesignation(
    customer: Customer,
    donation: KnownDonation,
    changes: UpdateDonationRequest,
  ): UpdateDonationRequest
  readonly method: 'PATCH' | 'PUT'
  /** Called when the service has taken the update. */
  done(customer: Customer, donation: KnownDonation, sent: UpdateDonationRequest): void
}

/** Updates as the contract wants them. */
export const updatePolicies: UpdatePolicies = {
  check(changes) {
    const unknown = Object.keys(changes).filter((name) => !UPDATE_FIELDS.some((field) => field === name))
    if (unknown.length > 0) throw new RefusedError(`unknown: ${unknown.join(', ')}`)
    const { data, error } = updateDonationRequestSchema.safeParse(withLowercaseCountry(changes))
    if (data) return data
    throw new RefusedError(z.prettifyError(error))
  },
  gate({ status }, changes) {
    const gated = GATED_FIELDS.filter((field) => Object.hasOwn(changes, field))
    if (status === 'pledged' || gated.length === 0) return changes
    throw new RefusedError(`only while the donation is pledged: ${gated.join(', ')}`)
  },
  keepDesignation({ designations }, { id }, changes) {
    const kept = designations.get(id)
    return kept === undefined ? changes : { designation_id: kept, ...changes }
  },
  method: 'PATCH',
  done({ designations }, { id }, { designation_id: designation }) {
    if (designation) designations.set(id, designation)
    else designations.delete(id)
  },
}

function withLowercaseCountry(changes: Readonly<Record<string, unknown>>) {
  const { donor_country: country } = changes
  return typeof country === 'string' ? { ...changes, donor_country: country.toLowerCase() } : changes
}
