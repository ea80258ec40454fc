import { z } from 'zod'
import {
  GATED_FIELDS,
  UPDATE_FIELDS,
  type UpdateDonationRequest,
  updateDonationRequestSchema,
} from '../../contract/index.ts'
import type { Application } from './application.ts'
import type { Customer, Tokens } from './customers.ts'
import { ConnectError, connectionOf, freshTokens, replaceTokens } from './tokens.ts'

/** What a customer asks for. */
export const requestedUpdate = z.object({
  donation: z.object({ id: z.string().min(1), status: z.string() }),
  changes: z.record(z.string(), z.unknown()),
})
/** What is known of a donation, and the fields to change, under the contract's names and not checked yet. */
export type RequestedUpdate = z.output<typeof requestedUpdate>
/** What is known of a donation. */
export type KnownDonation = RequestedUpdate['donation']

/** What became of a requested update, for the customer: a status of HTTP and a sentence. */
export interface UpdateOutcome {
  readonly status: 200 | 401 | 409 | 422 | 502
  readonly message: string
}

/** The application does not send these changes; the message tells the customer why. */
export class RefusedError extends Error {}
/** The customer has to pick an organization first, or owns none. */
export class NoOrganizationError extends Error {}

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

/** Has the service update a donation, and tells the customer what came of it. */
export async function updateDonation(
  app: Application,
  customer: Customer,
  asked: RequestedUpdate,
): Promise<UpdateOutcome> {
  try {
    const { ok, status } = await send(app, customer, asked)
    if (ok) return { status: 200, message: 'Saved' }
    // Its body is for logs: what it holds is not for the browser.
    if (status >= 500 || status === 429)
      return { status: 502, message: 'The service is busy. Try again later' }
    return { status: 422, message: `The service refused the changes (${status})` }
  } catch (error) {
    if (error instanceof ConnectError) return { status: 401, message: 'Connect first' }
    if (error instanceof NoOrganizationError) return { status: 409, message: 'Pick an organization first' }
    if (error instanceof RefusedError) return { status: 422, message: error.message }
    return { status: 502, message: 'The service cannot be reached. Try again later' }
  }
}

async function send(app: Application, customer: Customer, { donation, changes }: RequestedUpdate) {
  const { updates, calls, organizations, wire } = app.policies
  if (!organizations.mayUpdate(connectionOf(customer))) throw new NoOrganizationError()
  const allowed = updates.gate(donation, updates.check(changes))
  const body = updates.keepDesignation(customer, donation, allowed)
  const source = {
    fresh: () => freshTokens(app, customer),
    replace: (spent: Tokens) => replaceTokens(app, customer, spent),
  }
  const response = await calls.perform(source, (accessToken) =>
    wire.api(`${app.settings.apiUrl}/v1/donations/${encodeURIComponent(donation.id)}`, {
      method: updates.method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
    }),
  )
  if (response.ok) updates.done(customer, donation, body)
  return response
}
