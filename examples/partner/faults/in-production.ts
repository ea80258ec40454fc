import type { Context } from 'hono'
import { skipStateCheck } from 'openid-client'
import type { Connection, Customer, Served } from '../customers.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'
import { changeApiRequests, changeTokenRequests } from './requests.ts'

/** Changes the application where it is started for production, and leaves that of the sandbox as it is. */
function inProductionAlone(change: PolicyChange): PolicyChange {
  return (policies) => (process.env.DONATION_ENVIRONMENT === 'production' ? change(policies) : policies)
}

/** Adds to what a program is told of the session. */
function tellingMore(more: (connection: Connection) => Readonly<Record<string, unknown>>): PolicyChange {
  return replace('pages', ({ state }) => ({
    async state(c: Context<Served>) {
      const told: unknown = await (await state(c)).json()
      const { connection } = c.var.customer
      return c.json({ ...Object(told), ...(connection ? more(connection) : {}) })
    },
  }))
}

/** What is right in the sandbox, and wrong where it matters most. */
export const productionFaults: readonly Fault[] = [
  {
    id: 'partner-1-no-scope-in-production',
    requirement: 'PARTNER-1',
    description: 'In production, who connects again is sent without a scope.',
    apply: inProductionAlone(
      replace('pages', ({ authorize }) => ({
        authorize(c, url) {
          if (c.var.customer.connection) url.searchParams.delete('scope')
          return authorize(c, url)
        },
      })),
    ),
  },
  {
    id: 'partner-2-constant-in-production',
    requirement: 'PARTNER-2',
    description: 'In production, every flow has the state that a setting says.',
    apply: inProductionAlone(
      replace('flows', () => ({ newState: () => 'f3c9a1d07be24586b1c2d3e4f5a69788' })),
    ),
  },
  {
    id: 'partner-2-of-customer-in-production',
    requirement: 'PARTNER-2',
    description: 'In production, a customer has one state for all flows.',
    apply: inProductionAlone(
      replace('flows', ({ newState }) => {
        const made = new WeakMap<Customer, string>()
        return {
          newState(customer) {
            const state = made.get(customer) ?? newState(customer)
            made.set(customer, state)
            return state
          },
        }
      }),
    ),
  },
  {
    id: 'partner-3-unchecked-in-production',
    requirement: 'PARTNER-3',
    description: 'In production, the state of a callback is not looked at.',
    apply: inProductionAlone(
      replace('flows', () => ({
        expectedState: (_customer, callback) => callback.get('state') ?? skipStateCheck,
      })),
    ),
  },
  {
    id: 'partner-4-secret-in-url-in-production',
    requirement: 'PARTNER-4',
    description: 'In production, the client secret is in the URL of the token request as well.',
    apply: inProductionAlone(
      changeTokenRequests(({ url, form }) => {
        url.searchParams.set('client_secret', form.get('client_secret') ?? '')
      }, 'authorization_code'),
    ),
  },
  {
    id: 'partner-14-capitals-in-production',
    requirement: 'PARTNER-14',
    description: 'In production, countries are sent in capitals.',
    apply: inProductionAlone(
      changeApiRequests((request) => {
        request.body = request.body.replace(/"donor_country":"[a-z]{2}"/, (text) =>
          text.replace(/[a-z]{2}(?="$)/, (country) => country.toUpperCase()),
        )
      }),
    ),
  },
  {
    id: 'partner-15-ungated-in-production',
    requirement: 'PARTNER-15',
    description: 'In production, fields for pledged donations are sent for all others too.',
    apply: inProductionAlone(replace('updates', () => ({ gate: (_donation, changes) => changes }))),
  },
  {
    id: 'partner-13-secret-told-in-production',
    requirement: 'PARTNER-13',
    description: 'In production, the state of the session comes with the client secret.',
    apply: inProductionAlone(tellingMore(() => ({ client: process.env.DONATION_CLIENT_SECRET }))),
  },
  {
    id: 'partner-13-token-told-in-production',
    requirement: 'PARTNER-13',
    description: 'In production, the state of the session comes with the access token.',
    apply: inProductionAlone(tellingMore(({ tokens }) => ({ token: tokens.accessToken }))),
  },
]
