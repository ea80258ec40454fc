import { authorizationCodeGrant, buildAuthorizationUrl } from 'openid-client'
import type { Application } from './application.ts'
import type { Customer } from './customers.ts'
import { tokenResponseSchema } from './token-response.ts'

/** Begins a flow, and forgets the one that the customer may have begun before. */
export function beginFlow({ policies: { flows }, settings, oauth }: Application, customer: Customer): URL {
  customer.state = flows.newState(customer)
  return buildAuthorizationUrl(oauth, flows.authorizationParameters(settings, customer.state))
}

/**
 * Finishes a flow: the customer is connected by the code of the callback.
 * @throws ClientError where no flow is under way, the state is not its, the user refused, or the code is not taken
 */
export async function finishFlow(app: Application, customer: Customer, callback: URLSearchParams) {
  const { flows, tokens, organizations } = app.policies
  const expectedState = flows.expectedState(customer, callback)
  if (expectedState === undefined) throw new Error('no flow is under way')
  // Behind a proxy that ends TLS the server does not see the address that the browser opened.
  const opened = new URL(`${app.settings.redirectUri}?${callback}`)
  const further = flows.exchangeParameters(customer)
  const send = () => authorizationCodeGrant(app.oauth, opened, { expectedState }, further)
  const response = tokenResponseSchema.parse(await flows.exchange(send, customer, callback))
  const { ig_organizations: owned } = response
  customer.connection = {
    tokens: tokens.read(response, undefined),
    organizations: owned,
    organizationId: organizations.first(owned),
    contact: organizations.contact(owned),
  }
}
