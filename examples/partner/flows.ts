import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  randomState,
  type skipStateCheck,
} from 'openid-client'
import type { Application } from './application.ts'
import type { Customer } from './customers.ts'
import type { Settings } from './settings.ts'
import { tokenResponseSchema } from './tokens.ts'

/** Decisions of the authorization code flow. */
export interface FlowPolicies {
  /** A state for the flow that this customer begins. */
  newState(customer: Customer): string
  authorizationParameters(settings: Settings, state: string): Record<string, string>
  /** Tells the state that the callback has to bring, once: a flow can be finished one time only. */
  expectedState(customer: Customer, callback: URLSearchParams): string | typeof skipStateCheck | undefined
  /** Further parameters of the token request. */
  exchangeParameters(customer: Customer): Record<string, string>
  /** Sends the code of a callback to the token endpoint. */
  exchange<Response>(
    send: () => Promise<Response>,
    customer: Customer,
    callback: URLSearchParams,
  ): Promise<Response>
}

/** The flow as the contract wants it. The library refuses a callback with an error, or with another state. */
export const flowPolicies: FlowPolicies = {
  newState: randomState,
  authorizationParameters: ({ redirectUri, scope }, state) => ({ redirect_uri: redirectUri, scope, state }),
  expectedState(customer) {
    const { state } = customer
    customer.state = undefined
    return state
  },
  exchangeParameters: () => ({}),
  exchange: (send) => send(),
}

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
