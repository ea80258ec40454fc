import type { Connection, Customer, Organization } from '../customers.ts'
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

const keyOf = (organizations: readonly Organization[]) => organizations.map(({ id }) => id).join()

/** Whoever has picked one is not asked again. */
const notAskedAgain: PolicyChange = replace('organizations', ({ first, choose }) => {
  const picked = new Set<string>()
  return {
    choose(connection, id) {
      picked.add(keyOf(connection.organizations))
      return choose(connection, id)
    },
    first: (all) => (picked.has(keyOf(all)) ? (all[0]?.id ?? null) : first(all)),
  }
})

/** The field of a user who owns no organization holds what was in it before, of whomever. */
const ofAnybody: PolicyChange = replace('organizations', ({ first }) => {
  let last: string | null = null
  return {
    first(all) {
      if (all.length > 0) last = first(all) ?? last
      return all.length > 0 ? first(all) : last
    },
    mayUpdate: ({ organizations, organizationId }) => organizations.length > 0 && organizationId !== null,
  }
})

/** Changes the connections of a session in which somebody of some kind was connected before. */
const afterFormer =
  (
    isConcerned: (connection: Connection) => boolean,
    change: (connection: Connection, former: Connection) => Connection,
  ): PolicyChange =>
  (policies) => {
    const formers = new WeakMap<Customer, Connection>()
    return replace('pages', ({ connected }) => ({
      connected(c) {
        const { customer } = c.var
        const { connection } = customer
        const former = formers.get(customer)
        if (connection && isConcerned(connection)) formers.set(customer, former ?? connection)
        if (connection && former) customer.connection = change(connection, former)
        return connected(c)
      },
    }))(policies)
  }

/** Who connects again without organizations is not told whom to contact. */
const contactOnce: PolicyChange = (policies) => {
  const told = new WeakSet<Customer>()
  return replace('pages', ({ connected }) => ({
    connected(c) {
      const { customer } = c.var
      if (customer.connection && told.has(customer))
        customer.connection = { ...customer.connection, contact: null }
      told.add(customer)
      return connected(c)
    },
  }))(policies)
}

/** The page that a reloaded callback leads to takes the first organization for the one that was picked. */
const firstAtReload: PolicyChange = replace('pages', ({ notConnected }) => ({
  notConnected(c) {
    const { connection } = c.var.customer
    if (connection) connection.organizationId ??= connection.organizations[0]?.id ?? null
    return notConnected(c)
  },
}))

/** The organization of a session is filled in once, by whoever connects first. */
const ofFirstUser: PolicyChange = (policies) => {
  const first = new WeakMap<Customer, string>()
  return replace('pages', ({ connected }) => ({
    connected(c) {
      const { customer } = c.var
      const { connection } = customer
      const id = first.get(customer) ?? connection?.organizationId
      if (id) first.set(customer, id)
      if (connection && id) connection.organizationId = id
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
  {
    id: 'partner-12-first-when-connected-again',
    requirement: 'PARTNER-12',
    description:
      'Who has picked one of several organizations gets the first, unasked, when connecting again.',
    apply: notAskedAgain,
  },
  {
    id: 'partner-12-of-anybody-for-nobody',
    requirement: 'PARTNER-12',
    description: 'The session of a user without organizations names the one that another customer used last.',
    apply: ofAnybody,
  },
  {
    id: 'partner-12-of-first-user',
    requirement: 'PARTNER-12',
    description: 'Another user who connects in the same session acts for the organization of the one before.',
    apply: ofFirstUser,
  },
  {
    id: 'partner-12-contact-once',
    requirement: 'PARTNER-12',
    description: 'A user without organizations is told whom to contact the first time only.',
    apply: contactOnce,
  },
  {
    id: 'partner-12-contact-not-after-another',
    requirement: 'PARTNER-12',
    description: 'A user without organizations is told nothing in a session of somebody who owned one.',
    apply: afterFormer(
      ({ organizations }) => organizations.length > 0,
      (connection) => (connection.organizations.length > 0 ? connection : { ...connection, contact: null }),
    ),
  },
  {
    id: 'partner-12-nobody-for-good',
    requirement: 'PARTNER-12',
    description: 'A session in which somebody without organizations connected stays without any.',
    apply: afterFormer(
      ({ organizations }) => organizations.length === 0,
      (connection, { contact }) => ({ ...connection, organizations: [], organizationId: null, contact }),
    ),
  },
  {
    id: 'partner-12-first-at-reload',
    requirement: 'PARTNER-12',
    description: 'Who reloads the callback before picking gets the first organization.',
    apply: firstAtReload,
  },
  {
    id: 'partner-16-lost-at-new-connection',
    requirement: 'PARTNER-16',
    description: 'Who connects again begins with no designations, in the same session.',
    apply: replace('pages', ({ connected }) => ({
      connected(c) {
        c.var.customer.designations.clear()
        return connected(c)
      },
    })),
  },
]
