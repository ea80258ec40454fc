import type { Customer } from '../customers.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { straightToService } from '../variants/straight.ts'
import type { Fault } from './fault.ts'

/** The record of a customer has one field for the expiry, which is filled in once. */
const expiryOfFirst: PolicyChange = (policies) => {
  const first = new WeakMap<Customer, number>()
  return replace('pages', ({ connected }) => ({
    connected(c) {
      const { customer } = c.var
      const { connection } = customer
      if (connection) {
        const expiresAt = first.get(customer) ?? connection.tokens.expiresAt
        first.set(customer, expiresAt)
        connection.tokens = { ...connection.tokens, expiresAt }
      }
      return connected(c)
    },
  }))(policies)
}

/** Something is right the first time, and wrong when the user connects again. */
export const reconnectingFaults: readonly Fault[] = [
  {
    id: 'partner-1-no-scope-in-reconnect-link',
    requirement: 'PARTNER-1',
    description: 'The answer to an update that needs a new approval leads to the service without a scope.',
    apply: straightToService(({ searchParams }) => searchParams.delete('scope')),
  },
  {
    id: 'partner-2-none-in-reconnect-link',
    requirement: 'PARTNER-2',
    description: 'The answer to an update that needs a new approval leads to the service without a state.',
    apply: straightToService(({ searchParams }) => searchParams.delete('state')),
  },
  {
    id: 'partner-2-constant-in-reconnect-link',
    requirement: 'PARTNER-2',
    description: 'Every answer to an update that needs a new approval leads to the service with one state.',
    apply: straightToService(({ searchParams }) =>
      searchParams.set('state', 'cmVjb25uZWN0LWFmdGVyLXVwZGF0ZQ.Zm9yLWV2ZXJ5Ym9keQ'),
    ),
  },
  {
    id: 'partner-9-expiry-of-first-connection',
    requirement: 'PARTNER-9',
    description: 'Who connects again keeps the expiry of the token of the first time.',
    apply: expiryOfFirst,
  },
]
