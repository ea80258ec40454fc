import type { Application } from './application.ts'
import type { Customer, Tokens } from './customers.ts'
import { RefusedError } from './policies/updates.ts'
import type { RequestedUpdate, UpdateOutcome } from './requested-update.ts'
import { ConnectError, connectionOf, freshTokens, replaceTokens } from './tokens.ts'

/** The customer has to pick an organization first, or owns none. */
class NoOrganizationError extends Error {}

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
