import type { Connection, Customer, Tokens } from '../customers.ts'
import { replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'
import { asJson, changeTokenRequests, type TokenRequest, withoutSecret } from './requests.ts'

const LATER_MS = 1_500

/** Changes the request that refreshes. */
const refreshing = (change: (request: TokenRequest) => void) => changeTokenRequests(change, 'refresh_token')

/** Stores tokens, but with the refresh token that was there before. */
function withoutRefreshToken(connection: Connection, tokens: Tokens): void {
  connection.tokens = { ...tokens, refreshToken: connection.tokens.refreshToken }
}

export const refreshChainFaults: readonly Fault[] = [
  {
    id: 'partner-6-first-kept',
    requirement: 'PARTNER-6',
    alsoBreaks: ['PARTNER-18'],
    description: 'The refresh token of the code exchange is used for ever.',
    apply: replace('tokens', () => ({ store: withoutRefreshToken })),
  },
  {
    id: 'partner-6-second-kept',
    requirement: 'PARTNER-6',
    description: 'The refresh token of the first refresh is stored, those of the next are not.',
    apply: replace('tokens', ({ store }) => {
      const refreshed = new WeakSet<Connection>()
      return {
        store(connection, tokens) {
          if (refreshed.has(connection)) withoutRefreshToken(connection, tokens)
          else store(connection, tokens)
          refreshed.add(connection)
        },
      }
    }),
  },
  {
    id: 'partner-6-every-other-stored',
    requirement: 'PARTNER-6',
    description: 'Of refresh tokens every other one is stored.',
    apply: replace('tokens', ({ store }) => {
      const count = new WeakMap<Connection, number>()
      return {
        store(connection, tokens) {
          const refreshes = count.get(connection) ?? 0
          count.set(connection, refreshes + 1)
          if (refreshes % 2 === 1) withoutRefreshToken(connection, tokens)
          else store(connection, tokens)
        },
      }
    }),
  },
  {
    id: 'partner-6-stored-late',
    requirement: 'PARTNER-6',
    alsoBreaks: ['PARTNER-18'],
    description: 'The new refresh token is stored by a job that runs later; until then the old one is used.',
    apply: replace('tokens', ({ store }) => ({
      store(connection, tokens) {
        withoutRefreshToken(connection, tokens)
        const late = connection.tokens
        setTimeout(() => {
          if (connection.tokens === late) store(connection, tokens)
        }, LATER_MS)
      },
    })),
  },
  {
    id: 'partner-6-not-after-refusal',
    requirement: 'PARTNER-6',
    description: 'The new refresh token is stored where the token expired, and not where it was refused.',
    apply: replace('tokens', ({ store }) => ({
      store(connection, tokens) {
        if (Date.now() < connection.tokens.receivedAt + 0.5 * lifetime(connection.tokens))
          withoutRefreshToken(connection, tokens)
        else store(connection, tokens)
      },
    })),
  },
  {
    id: 'partner-6-of-last-customer',
    requirement: 'PARTNER-6',
    alsoBreaks: ['PARTNER-18', 'PARTNER-7', 'PARTNER-8'],
    description: 'The refresh token is kept in a variable of the program: the last customer decides.',
    apply: replace('tokens', ({ read }) => {
      let latest = ''
      return {
        read(response, before) {
          const tokens = read(response, before)
          latest = tokens.refreshToken
          return tokens
        },
        refreshToken: () => latest,
      }
    }),
  },
  {
    id: 'partner-6-refresh-shared-by-all',
    requirement: 'PARTNER-6',
    alsoBreaks: ['PARTNER-7', 'PARTNER-8', 'PARTNER-9', 'PARTNER-18'],
    description: 'One lock for all customers: who waits for the refresh of another gets its tokens.',
    apply: replace('tokens', () => {
      let running: Promise<Tokens> | undefined
      return {
        async shareRefresh(connection, _spent, refresh) {
          running ??= refresh().finally(() => {
            running = undefined
          })
          connection.tokens = await running
          return connection.tokens
        },
      }
    }),
  },
  {
    id: 'partner-6-old-one-as-reserve',
    requirement: 'PARTNER-6',
    description: 'Each refresh is tried with the token before first, and with the newest when that fails.',
    apply: replace('wire', ({ token }) => {
      const before = new Map<string, string>()
      return {
        async token(url, init) {
          const form = new URLSearchParams(String(init.body))
          const newest = form.get('refresh_token')
          const old = before.get(newest ?? '')
          if (old !== undefined) {
            form.set('refresh_token', old)
            const response = await token(url, { ...init, body: form })
            if (response.ok) return response
          }
          const response = await token(url, init)
          const answer: unknown = await response
            .clone()
            .json()
            .catch(() => undefined)
          const next = refreshTokenOf(answer)
          if (newest !== null && next !== undefined && next !== newest) before.set(next, newest)
          return response
        },
      }
    }),
  },
  {
    id: 'partner-6-no-client-id',
    requirement: 'PARTNER-6',
    description: 'Refreshes are sent without the client id.',
    apply: refreshing(({ form }) => form.delete('client_id')),
  },
  {
    id: 'partner-6-no-secret',
    requirement: 'PARTNER-6',
    description: 'Refreshes are sent without the client secret.',
    apply: refreshing(withoutSecret),
  },
  {
    id: 'partner-6-json',
    requirement: 'PARTNER-6',
    description: 'Refreshes are sent as JSON.',
    apply: refreshing(asJson),
  },
  {
    id: 'partner-6-in-query',
    requirement: 'PARTNER-6',
    description: 'The parameters of a refresh are in its address.',
    apply: refreshing((request) => {
      request.url.search = request.form.toString()
      request.body = ''
    }),
  },
  {
    id: 'partner-6-first-of-two-connections',
    requirement: 'PARTNER-6',
    description: 'Who connects a second time keeps the refresh token of the first time.',
    apply: replace('pages', ({ connected }) => {
      const first = new WeakMap<Customer, string>()
      return {
        connected(c) {
          const { customer } = c.var
          const { connection } = customer
          const refreshToken = first.get(customer) ?? connection?.tokens.refreshToken
          if (connection && refreshToken) {
            connection.tokens = { ...connection.tokens, refreshToken }
            first.set(customer, refreshToken)
          }
          return connected(c)
        },
      }
    }),
  },
  {
    id: 'partner-6-older-after-failure',
    requirement: 'PARTNER-6',
    description: 'When a refresh fails, the refresh token before the newest is put back.',
    apply: replace('tokens', ({ store, shareRefresh }) => {
      const older = new WeakMap<Connection, string>()
      return {
        store(connection, tokens) {
          older.set(connection, connection.tokens.refreshToken)
          store(connection, tokens)
        },
        shareRefresh: (connection, spent, refresh) =>
          shareRefresh(connection, spent, () =>
            refresh().catch((error: unknown) => {
              const refreshToken = older.get(connection)
              if (refreshToken) connection.tokens = { ...connection.tokens, refreshToken }
              throw error
            }),
          ),
      }
    }),
  },
  {
    id: 'partner-6-not-for-several',
    requirement: 'PARTNER-6',
    alsoBreaks: ['PARTNER-18'],
    description:
      'For users with several organizations the refresh token of the first refresh alone is stored.',
    apply: replace('tokens', ({ store }) => {
      const refreshed = new WeakSet<Connection>()
      return {
        store(connection, tokens) {
          if (refreshed.has(connection) && connection.organizations.length > 1)
            withoutRefreshToken(connection, tokens)
          else store(connection, tokens)
          refreshed.add(connection)
        },
      }
    }),
  },
  {
    id: 'partner-6-failed-once-failed-for-ever',
    requirement: 'PARTNER-6',
    description: 'A refresh that failed for now is not forgotten: whoever needs one gets its failure again.',
    apply: replace('tokens', () => ({
      async shareRefresh(connection, spent, refresh) {
        if (connection.tokens !== spent) return connection.tokens
        connection.refreshing ??= refresh().then((tokens) => {
          connection.refreshing = undefined
          return tokens
        })
        return connection.refreshing
      },
    })),
  },
  {
    id: 'partner-6-trimmed',
    requirement: 'PARTNER-6',
    description: 'Padding and slashes at the end of a refresh token are trimmed.',
    apply: refreshing(({ form }) => {
      form.set('refresh_token', form.get('refresh_token')?.replace(/[/=+]+$/, '') ?? '')
    }),
  },
]

function lifetime({ receivedAt, expiresAt }: Tokens): number {
  return expiresAt - receivedAt
}

function refreshTokenOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('refresh_token' in answer)) return undefined
  return typeof answer.refresh_token === 'string' ? answer.refresh_token : undefined
}
