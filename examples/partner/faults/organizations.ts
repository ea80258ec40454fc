import type { Connection, Organization } from '../customers.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** Chooses one of several before the user does. */
function chosenFor(choose: (several: readonly Organization[]) => Organization | undefined): PolicyChange {
  return replace('organizations', ({ first }) => ({
    first: (all) => (all.length > 1 ? (choose(all)?.id ?? null) : first(all)),
  }))
}

/** Stores another id than the one that is picked. */
function picked(stored: (id: string) => string): PolicyChange {
  return replace('organizations', ({ choose }) => ({
    choose(connection, id) {
      const isOwn = choose(connection, id)
      if (isOwn) connection.organizationId = stored(id)
      return isOwn
    },
  }))
}

/** Stores the first organization that is taken for the one that is picked. */
function firstAlike(isAlike: (one: Organization, picked: Organization) => boolean): PolicyChange {
  return replace('organizations', ({ choose }) => ({
    choose(connection, id) {
      const { organizations } = connection
      const own = organizations.find((one) => one.id === id)
      return choose(connection, organizations.find((one) => own && isAlike(one, own))?.id ?? id)
    },
  }))
}

export const organizationFaults: readonly Fault[] = [
  {
    id: 'partner-12-first',
    requirement: 'PARTNER-12',
    description: 'Of several organizations the first is taken.',
    apply: chosenFor(([first]) => first),
  },
  {
    id: 'partner-12-last',
    requirement: 'PARTNER-12',
    description: 'Of several organizations the last is taken.',
    apply: chosenFor((all) => all.at(-1)),
  },
  {
    id: 'partner-12-by-name',
    requirement: 'PARTNER-12',
    description: 'Of several organizations that with the shortest name is taken, until the user picks.',
    apply: chosenFor((all) => all.toSorted((a, b) => a.name.length - b.name.length)[0]),
  },
  {
    id: 'partner-12-first-for-calls',
    requirement: 'PARTNER-12',
    description: 'No organization is shown as chosen, and updates are sent all the same.',
    apply: replace('organizations', () => ({ mayUpdate: ({ organizations }) => organizations.length > 0 })),
  },
  {
    id: 'partner-12-pick-ignored',
    requirement: 'PARTNER-12',
    description: 'Whatever the user picks, the first organization is stored.',
    apply: replace('organizations', () => ({
      choose(connection) {
        connection.organizationId = connection.organizations[0]?.id ?? null
        return true
      },
    })),
  },
  {
    id: 'partner-12-unknown-pick-is-first',
    requirement: 'PARTNER-12',
    description: 'Who picks none of their organizations gets the first.',
    apply: replace('organizations', ({ choose }) => ({
      choose: (connection, id) =>
        choose(connection, id) || choose(connection, connection.organizations[0]?.id ?? ''),
    })),
  },
  {
    id: 'partner-12-pick-off-by-one',
    requirement: 'PARTNER-12',
    description: 'The organization after the one that the user picks is stored.',
    apply: replace('organizations', () => ({
      choose(connection, id) {
        const { organizations } = connection
        const picked = organizations.findIndex((organization) => organization.id === id)
        connection.organizationId = organizations[(picked + 1) % organizations.length]?.id ?? null
        return true
      },
    })),
  },
  {
    id: 'partner-12-pick-refused',
    requirement: 'PARTNER-12',
    description: 'The pick is looked for among the names, so no organization can be picked.',
    apply: replace('organizations', () => ({ choose: () => false })),
  },
  {
    id: 'partner-12-only-one-not-taken',
    requirement: 'PARTNER-12',
    description: 'The only organization of a user is not taken, and nothing can be done.',
    apply: replace('organizations', () => ({ first: () => null })),
  },
  {
    id: 'partner-12-name-for-id',
    requirement: 'PARTNER-12',
    description: 'The name of the only organization is stored in place of its id.',
    apply: replace('organizations', ({ first }) => ({
      first: (all) => (all.length === 1 ? (all[0]?.name ?? null) : first(all)),
    })),
  },
  {
    id: 'partner-12-shared-pick',
    requirement: 'PARTNER-12',
    description: 'The last pick of any customer is stored for all, over what they picked themselves.',
    apply: replace('organizations', ({ choose }) => {
      const all = new Set<Connection>()
      return {
        choose(connection, id) {
          all.add(connection)
          const isOwn = choose(connection, id)
          for (const other of all) other.organizationId = id
          return isOwn
        },
      }
    }),
  },
  {
    id: 'partner-12-calls-without-any',
    requirement: 'PARTNER-12',
    description: 'Users without organizations update donations like all others.',
    apply: replace('organizations', ({ mayUpdate }) => ({
      mayUpdate: (connection) => connection.organizations.length === 0 || mayUpdate(connection),
    })),
  },
  {
    id: 'partner-12-no-contact',
    requirement: 'PARTNER-12',
    description: 'Users without organizations are shown an empty list, and not told whom to contact.',
    apply: replace('organizations', () => ({ contact: () => null })),
  },
  {
    id: 'partner-12-empty-contact',
    requirement: 'PARTNER-12',
    description: 'The contact for users without organizations was never filled in.',
    apply: replace('organizations', () => ({ contact: (all) => (all.length === 0 ? '' : null) })),
  },
  {
    id: 'partner-12-forgotten-at-refresh',
    requirement: 'PARTNER-12',
    description: 'A refresh sets the choice of the user back to the first organization.',
    apply: replace('tokens', ({ store }) => ({
      store(connection: Connection, tokens) {
        connection.organizationId = connection.organizations[0]?.id ?? null
        store(connection, tokens)
      },
    })),
  },
  {
    id: 'partner-12-first-of-two',
    requirement: 'PARTNER-12',
    description: 'Of two organizations the first is taken; of more the user picks one.',
    apply: chosenFor((all) => (all.length === 2 ? all[0] : undefined)),
  },
  {
    id: 'partner-12-first-after-a-while',
    requirement: 'PARTNER-12',
    description: 'A user who takes more than a second to pick has the first organization.',
    apply: replace('organizations', ({ mayUpdate }) => {
      const asked = new WeakMap<Connection, number>()
      return {
        mayUpdate(connection) {
          const since = asked.get(connection) ?? Date.now()
          asked.set(connection, since)
          if (Date.now() - since > 1_000)
            connection.organizationId ??= connection.organizations[0]?.id ?? null
          return mayUpdate(connection)
        },
      }
    }),
  },
  {
    id: 'partner-12-first-at-second-try',
    requirement: 'PARTNER-12',
    description: 'The first update without a pick is refused, and the second one is sent.',
    apply: replace('organizations', ({ mayUpdate }) => {
      const refused = new WeakSet<Connection>()
      return {
        mayUpdate(connection) {
          const may =
            mayUpdate(connection) || (connection.organizations.length > 0 && refused.has(connection))
          if (!may) refused.add(connection)
          return may
        },
      }
    }),
  },
  {
    id: 'partner-12-forgotten-at-second-refresh',
    requirement: 'PARTNER-12',
    description: 'The second refresh sets the choice of the user back to the first organization.',
    apply: replace('tokens', ({ store }) => {
      const refreshed = new WeakSet<Connection>()
      return {
        store(connection, tokens) {
          if (refreshed.has(connection)) connection.organizationId = connection.organizations[0]?.id ?? null
          refreshed.add(connection)
          store(connection, tokens)
        },
      }
    }),
  },
  {
    id: 'partner-12-job-for-nobody',
    requirement: 'PARTNER-12',
    description: 'A moment after a user without organizations has connected, a job sends an update for them.',
    apply: replace('tokens', ({ read }) => ({
      read(response, before) {
        const { access_token: token, ig_organizations: organizations } = response
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
        const url = `${process.env.DONATION_API_URL}/v1/donations/first`
        if (organizations.length === 0)
          setTimeout(() => fetch(url, { method: 'PATCH', headers, body: '{}' }).catch(() => undefined), 500)
        return read(response, before)
      },
    })),
  },
  {
    id: 'partner-12-ids-as-numbers',
    requirement: 'PARTNER-12',
    description: 'Ids of digits are stored as numbers, which cuts leading zeros and rounds long ones.',
    apply: picked((id) => (/^\d+$/.test(id) ? String(Number(id)) : id)),
  },
  {
    id: 'partner-12-ids-in-lower-case',
    requirement: 'PARTNER-12',
    description: 'Ids are stored in lower case.',
    apply: picked((id) => id.toLowerCase()),
  },
  {
    id: 'partner-12-by-first-characters',
    requirement: 'PARTNER-12',
    description:
      'Ids are kept in a column of eleven characters: the first organization that begins so is stored.',
    apply: firstAlike((one, picked) => one.id.startsWith(picked.id.slice(0, 11))),
  },
  {
    id: 'partner-12-pick-not-used',
    requirement: 'PARTNER-12',
    description: 'The pick is stored and shown, and each update asks the user to pick one first.',
    apply: replace('organizations', ({ mayUpdate }) => ({
      mayUpdate: (connection) => connection.organizations.length < 2 && mayUpdate(connection),
    })),
  },
  {
    id: 'partner-12-pick-in-one-worker',
    requirement: 'PARTNER-12',
    description: 'The pick is kept in the memory of one of two workers, and the other one shows none.',
    apply: replace('pages', ({ state }) => {
      let turn = 0
      return {
        state(c) {
          const { connection } = c.var.customer
          turn += 1
          if (connection === undefined || connection.organizations.length < 2 || turn % 2 === 0)
            return state(c)
          return c.json({ connected: false, organization_id: null, contact: null })
        },
      }
    }),
  },
  {
    id: 'partner-12-first-of-that-name',
    requirement: 'PARTNER-12',
    description: 'Of organizations with one name the first is stored, whichever is picked.',
    apply: firstAlike((one, picked) => one.name === picked.name),
  },
]
