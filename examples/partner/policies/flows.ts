import { randomState, type skipStateCheck } from 'openid-client'
import type { Customer } from '../customers.ts'
import type { Settings } from '../settings.ts'

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
