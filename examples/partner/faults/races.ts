import type { Connection, Tokens } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { RefusedError } from '../policies/updates.ts'
import { ConnectError } from '../tokens.ts'
import type { Fault } from './fault.ts'

/** Shorter than a slow answer of the token endpoint. */
const IMPATIENCE_MS = 5

/** When a job begins. */
const JOB_MS = 20

/** While a refresh is under way, an update that needs it fails with this. */
function whileRefreshing(failure: () => Error): PolicyChange {
  return replace('tokens', ({ shareRefresh }) => ({
    async shareRefresh(connection, spent, refresh) {
      if (connection.refreshing) throw failure()
      return shareRefresh(connection, spent, refresh)
    },
  }))
}

/** While a refresh is under way, an update is taken and forgotten. */
const takenAndLost: PolicyChange = (policies) => {
  let refreshing = 0
  const counted = replace('tokens', ({ shareRefresh }) => ({
    shareRefresh(connection, spent, refresh) {
      refreshing += 1
      return shareRefresh(connection, spent, refresh).finally(() => {
        refreshing -= 1
      })
    },
  }))
  const taken = replace('calls', ({ perform }) => ({
    perform: async (source, send) => (refreshing > 0 ? new Response('{}') : perform(source, send)),
  }))
  return combine(counted, taken)(policies)
}

/** Updates are done by jobs that are lost when they fail, whatever they fail by. */
const doneByJobs: PolicyChange = replace('calls', ({ perform }) => ({
  async perform(source, send) {
    setTimeout(() => perform(source, send).catch(() => undefined), JOB_MS)
    return new Response(null, { status: 202 })
  },
}))

const accepted: PolicyChange = replace('pages', ({ updated }) => ({
  updated: (c, outcome) =>
    outcome.status === 200 ? c.json({ message: 'Saved soon' }, 202) : updated(c, outcome),
}))

/** Half of its life is over where a token is replaced before it expires. */
const sharedAfterRefusalOnly: PolicyChange = replace('tokens', ({ shareRefresh }) => ({
  shareRefresh: (connection, spent, refresh) =>
    Date.now() > spent.receivedAt + (spent.expiresAt - spent.receivedAt) / 2
      ? refresh()
      : shareRefresh(connection, spent, refresh),
}))

export const raceFaults: readonly Fault[] = [
  {
    id: 'partner-18-each-for-itself',
    requirement: 'PARTNER-18',
    description: 'Each update that finds the token dead refreshes it.',
    apply: replace('tokens', () => ({ shareRefresh: (_connection, _spent, refresh) => refresh() })),
  },
  {
    id: 'partner-18-checked-not-shared',
    requirement: 'PARTNER-18',
    description: 'Whether the token was replaced meanwhile is checked before a refresh, but not during one.',
    apply: replace('tokens', () => ({
      shareRefresh: async (connection, spent, refresh) =>
        connection.tokens === spent ? refresh() : connection.tokens,
    })),
  },
  {
    id: 'partner-18-shared-at-expiry-only',
    requirement: 'PARTNER-18',
    description: 'The refresh before a call is shared, that after a refusal is not.',
    apply: replace('tokens', ({ shareRefresh }) => ({
      shareRefresh: (connection, spent, refresh) =>
        Date.now() < spent.receivedAt + (spent.expiresAt - spent.receivedAt) / 2
          ? refresh()
          : shareRefresh(connection, spent, refresh),
    })),
  },
  {
    id: 'partner-18-shared-after-refusal-only',
    requirement: 'PARTNER-18',
    description: 'The refresh after a refusal is shared, that before a call is not.',
    apply: sharedAfterRefusalOnly,
  },
  {
    id: 'partner-18-two-workers',
    requirement: 'PARTNER-18',
    description: 'The application has two workers, and each shares refreshes within itself alone.',
    apply: replace('tokens', () => {
      const running = [new WeakMap<Connection, Promise<Tokens>>(), new WeakMap<Connection, Promise<Tokens>>()]
      let turn = 0
      return {
        async shareRefresh(connection, spent, refresh) {
          if (connection.tokens !== spent) return connection.tokens
          turn += 1
          const worker = running[turn % 2]
          const refreshing = worker?.get(connection) ?? refresh()
          worker?.set(connection, refreshing)
          return refreshing.finally(() => worker?.delete(connection))
        },
      }
    }),
  },
  {
    id: 'partner-18-queue-without-second-look',
    requirement: 'PARTNER-18',
    description:
      'Refreshes wait for one another and then all take place, with the token that each read before.',
    apply: replace('tokens', () => {
      const queue = new WeakMap<Connection, Promise<unknown>>()
      const read = new WeakMap<Connection, string>()
      return {
        shareRefresh(connection, spent, refresh) {
          const before = queue.get(connection) ?? Promise.resolve()
          const mine = before
            .catch(() => undefined)
            .then(() => {
              read.set(connection, spent.refreshToken)
              return refresh()
            })
          queue.set(connection, mine)
          return mine
        },
        refreshToken: (connection) => read.get(connection) ?? connection.tokens.refreshToken,
      }
    }),
  },
  {
    id: 'partner-18-impatient-lock',
    requirement: 'PARTNER-18',
    description: 'Who waits for the refresh of another for five milliseconds starts one of its own.',
    apply: replace('tokens', () => ({
      shareRefresh(connection, _spent, refresh) {
        const running = connection.refreshing
        if (running === undefined) {
          connection.refreshing = refresh().finally(() => {
            connection.refreshing = undefined
          })
          return connection.refreshing
        }
        const impatience = new Promise<void>((resolve) => setTimeout(resolve, IMPATIENCE_MS))
        return Promise.race([running, impatience.then(() => refresh())])
      },
    })),
  },
  {
    id: 'partner-18-jobs-each-for-itself',
    requirement: 'PARTNER-18',
    description:
      'Updates are answered with 202, and each of their jobs refreshes an expired token for itself.',
    apply: combine(doneByJobs, accepted, sharedAfterRefusalOnly),
  },
  {
    id: 'partner-18-loser-has-to-connect',
    requirement: 'PARTNER-18',
    description: 'Updates that come while a token is refreshed find none, and ask the user to connect again.',
    apply: whileRefreshing(() => new ConnectError('there is no token')),
  },
  {
    id: 'partner-18-told-refused',
    requirement: 'PARTNER-18',
    description: 'Updates that come while a token is refreshed are told that their changes are wrong.',
    apply: whileRefreshing(() => new RefusedError('not now')),
  },
  {
    id: 'partner-18-taken-and-lost',
    requirement: 'PARTNER-18',
    description: 'Updates that come while a token is refreshed are said to be saved, and never sent.',
    apply: takenAndLost,
  },
  {
    id: 'partner-18-released-too-early',
    requirement: 'PARTNER-18',
    description: 'The lock of a refresh is released when its request is sent, not when its answer is stored.',
    apply: replace('tokens', () => ({
      shareRefresh(connection, _spent, refresh) {
        connection.refreshing ??= refresh()
        const running = connection.refreshing
        queueMicrotask(() => {
          connection.refreshing = undefined
        })
        return running
      },
    })),
  },
]
