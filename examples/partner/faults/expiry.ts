import { setTimeout as sleep } from 'node:timers/promises'
import type { Tokens } from '../customers.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import { ConnectError } from '../tokens.ts'
import type { Fault } from './fault.ts'

/** Takes an access token for good as long as `isFresh` says; times are in milliseconds. */
function freshWhile(isFresh: (age: number, lifetime: number) => boolean): PolicyChange {
  return replace('tokens', () => ({
    isFresh: ({ receivedAt, expiresAt }, now) => isFresh(now - receivedAt, expiresAt - receivedAt),
  }))
}

/** The page of the customer asks for the organizations, with the token that is there. */
const asksOrganizationsForPage: PolicyChange = replace('pages', ({ home }) => ({
  async home(c) {
    const { connection } = c.var.customer
    if (connection) {
      const headers = { authorization: `Bearer ${connection.tokens.accessToken}` }
      await fetch(`${process.env.DONATION_API_URL}/v1/organizations`, { headers }).catch(() => undefined)
    }
    return home(c)
  },
}))

/** A job takes its token when it is queued. In milliseconds. */
const QUEUED_MS = 4_500

export const expiryFaults: readonly Fault[] = [
  {
    id: 'partner-9-taken-when-queued',
    requirement: 'PARTNER-9',
    description: 'An update waits in a queue for four and a half seconds, with the token of when it came.',
    apply: replace('calls', ({ perform }) => ({
      perform: (source, send) =>
        perform(source, async (accessToken) => {
          await sleep(QUEUED_MS)
          return send(accessToken)
        }),
    })),
  },
  {
    id: 'partner-9-not-watched',
    requirement: 'PARTNER-9',
    description: 'A token is used until the service refuses it.',
    apply: freshWhile(() => true),
  },
  {
    id: 'partner-9-noticed-late',
    requirement: 'PARTNER-9',
    description: 'The margin has the wrong sign: a token counts as good for a minute after it has expired.',
    apply: freshWhile((age, lifetime) => age < lifetime + 60_000),
  },
  {
    id: 'partner-9-rounded-up-to-minutes',
    requirement: 'PARTNER-9',
    description: 'The expiry is rounded up to whole minutes.',
    apply: freshWhile((age, lifetime) => age < Math.ceil(lifetime / 60_000) * 60_000),
  },
  {
    id: 'partner-9-always-an-hour',
    requirement: 'PARTNER-9',
    description: 'An access token lives an hour, whatever expires_in says.',
    apply: freshWhile((age) => age < 3_540_000),
  },
  {
    id: 'partner-9-taken-as-minutes',
    requirement: 'PARTNER-9',
    description: 'expires_in is taken as minutes.',
    apply: freshWhile((age, lifetime) => age < lifetime * 60),
  },
  {
    id: 'partner-9-not-after-refresh',
    requirement: 'PARTNER-9',
    description: 'The expiry of the first token is watched, that of refreshed ones is not.',
    apply: replace('tokens', ({ read }) => ({
      read(response, before) {
        const tokens = read(response, before)
        return before === undefined ? tokens : { ...tokens, expiresAt: tokens.receivedAt + 3_600_000 }
      },
    })),
  },
  {
    id: 'partner-9-only-after-refresh',
    requirement: 'PARTNER-9',
    description: 'The expiry of refreshed tokens is watched, that of the first one is not.',
    apply: replace('tokens', ({ read }) => ({
      read(response, before) {
        const tokens = read(response, before)
        return before === undefined ? { ...tokens, expiresAt: tokens.receivedAt + 3_600_000 } : tokens
      },
    })),
  },
  {
    id: 'partner-9-refreshed-behind-the-call',
    requirement: 'PARTNER-9',
    description: 'An expired token is used for one more call while the refresh runs in the background.',
    apply: replace('tokens', ({ shareRefresh }) => {
      const spentOnce = new WeakSet<Tokens>()
      return {
        async shareRefresh(connection, spent, refresh) {
          const refreshed = shareRefresh(connection, spent, refresh)
          if (spentOnce.has(spent)) return refreshed
          spentOnce.add(spent)
          refreshed.catch(() => undefined)
          return spent
        },
      }
    }),
  },
  {
    id: 'partner-9-expired-where-refresh-fails',
    requirement: 'PARTNER-9',
    description: 'Where the refresh fails for now, the expired token is tried.',
    apply: replace('tokens', ({ shareRefresh }) => ({
      shareRefresh: (connection, spent, refresh) =>
        shareRefresh(connection, spent, refresh).catch((error: unknown) => {
          if (error instanceof ConnectError) throw error
          return spent
        }),
    })),
  },
  {
    id: 'partner-9-not-for-several',
    requirement: 'PARTNER-9',
    description: 'The tokens of users with several organizations are taken to live an hour.',
    apply: replace('tokens', ({ read }) => ({
      read(response, before) {
        const tokens = read(response, before)
        const isSeveral = response.ig_organizations.length > 1
        return isSeveral ? { ...tokens, expiresAt: tokens.receivedAt + 3_600_000 } : tokens
      },
    })),
  },
  {
    id: 'partner-9-counted-from-the-pick',
    requirement: 'PARTNER-9',
    description: 'The life of the first token is counted from when the user picks an organization.',
    apply: replace('organizations', ({ choose }) => ({
      choose(connection, id) {
        const isTaken = choose(connection, id)
        const { tokens } = connection
        const now = Date.now()
        if (isTaken)
          connection.tokens = {
            ...tokens,
            receivedAt: now,
            expiresAt: now + tokens.expiresAt - tokens.receivedAt,
          }
        return isTaken
      },
    })),
  },
  {
    id: 'partner-9-not-after-second-refresh',
    requirement: 'PARTNER-9',
    description: 'The expiry of the first token and of the next is watched, and no further one.',
    apply: replace('tokens', ({ read }) => {
      const count = new WeakMap<Tokens, number>()
      return {
        read(response, before) {
          const tokens = read(response, before)
          const refreshes = before ? (count.get(before) ?? 0) + 1 : 0
          const kept = refreshes < 2 ? tokens : { ...tokens, expiresAt: tokens.receivedAt + 3_600_000 }
          count.set(kept, refreshes)
          return kept
        },
      }
    }),
  },
  {
    id: 'partner-9-not-for-pages',
    requirement: 'PARTNER-9',
    description: 'A page asks for the organizations with the token that is there, expired or not.',
    apply: asksOrganizationsForPage,
  },
  {
    id: 'partner-9-renewed-by-use',
    requirement: 'PARTNER-9',
    description: 'The life of a token is counted from its last use, as that of a session.',
    apply: replace('tokens', () => {
      const used = new WeakMap<Tokens, number>()
      return {
        isFresh(tokens, now) {
          const { receivedAt, expiresAt } = tokens
          const idle = now - (used.get(tokens) ?? receivedAt)
          used.set(tokens, now)
          return idle < 0.8 * (expiresAt - receivedAt)
        },
      }
    }),
  },
]
