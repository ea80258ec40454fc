import type { Connection } from '../customers.ts'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** Asks for a new token before the next call, where something says so. */
const nextTime = (isDue: (response: Response) => boolean): PolicyChange =>
  replace('calls', ({ perform }) => {
    let isAsked = false
    return {
      async perform(source, send) {
        if (isAsked) await source.replace(await source.fresh())
        const response = await perform(source, send)
        isAsked = isDue(response)
        return response
      },
    }
  })

/** Updates that find another one under way ask for a new token. */
const sideBySide = replace('calls', ({ perform }) => {
  let underWay = 0
  return {
    async perform(source, send) {
      underWay += 1
      try {
        if (underWay > 1) await source.replace(await source.fresh())
        return await perform(source, send)
      } finally {
        underWay -= 1
      }
    },
  }
})

/** Each call is preceded by a token request for the application itself, whose token nobody uses. */
const askedForItself = replace('wire', ({ token, api }) => ({
  async api(url, init) {
    const { DONATION_AUTH_URL: authUrl, DONATION_CLIENT_ID: id, DONATION_CLIENT_SECRET: secret } = process.env
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: id ?? '',
      client_secret: secret ?? '',
    })
    await token(`${authUrl}/oauth2/token`, { method: 'POST', body })
    return api(url, init)
  },
}))

export const reuseFaults: readonly Fault[] = [
  {
    id: 'partner-10-after-refusal',
    requirement: 'PARTNER-10',
    description: 'What the service refuses is blamed on the token, which the next update has refreshed.',
    apply: nextTime(({ status }) => status === 422),
  },
  {
    id: 'partner-10-side-by-side',
    requirement: 'PARTNER-10',
    description: 'An update that comes while another one is under way begins with a refresh.',
    apply: sideBySide,
  },
  {
    id: 'partner-10-for-itself',
    requirement: 'PARTNER-10',
    description: 'Before each call the application asks for a token of its own, which it has no use for.',
    apply: askedForItself,
  },
  {
    id: 'partner-10-for-each-call',
    requirement: 'PARTNER-10',
    description: 'Each update begins with a refresh.',
    apply: replace('tokens', () => ({ isFresh: () => false })),
  },
  {
    id: 'partner-10-for-every-third-call',
    requirement: 'PARTNER-10',
    description: 'Every third update begins with a refresh.',
    apply: replace('tokens', ({ isFresh }) => {
      let calls = 0
      return {
        isFresh(tokens, now) {
          calls += 1
          return calls % 3 !== 0 && isFresh(tokens, now)
        },
      }
    }),
  },
  {
    id: 'partner-10-margin-of-an-hour',
    requirement: 'PARTNER-10',
    description: 'A token is replaced an hour before it expires, which is at once.',
    apply: replace('tokens', () => ({ isFresh: ({ expiresAt }, now) => now < expiresAt - 3_600_000 })),
  },
  {
    id: 'partner-10-taken-as-milliseconds',
    requirement: 'PARTNER-10',
    description: 'expires_in is taken as milliseconds, and a minute of it is the margin.',
    apply: replace('tokens', () => ({
      isFresh: ({ receivedAt, expiresAt }, now) =>
        now < receivedAt + (expiresAt - receivedAt) / 1000 - 60_000,
    })),
  },
  {
    id: 'partner-10-after-each-success',
    requirement: 'PARTNER-10',
    alsoBreaks: ['PARTNER-8'],
    description: 'When an update has succeeded, the token is refreshed for the next.',
    apply: replace('calls', ({ perform }) => ({
      async perform(source, send) {
        const response = await perform(source, send)
        if (response.ok) await source.replace(await source.fresh())
        return response
      },
    })),
  },
  {
    id: 'partner-10-in-the-background',
    requirement: 'PARTNER-10',
    description: 'Each update starts a refresh in the background, so that the token is always young.',
    apply: replace('calls', ({ perform }) => ({
      async perform(source, send) {
        const response = await perform(source, send)
        const tokens = await source.fresh()
        setTimeout(() => source.replace(tokens).catch(() => undefined), 0)
        return response
      },
    })),
  },
  {
    id: 'partner-10-not-stored',
    requirement: 'PARTNER-10',
    description: 'A refreshed access token is used for its call and not stored, its refresh token is.',
    apply: replace('tokens', ({ isFresh, store }) => {
      const refreshed = new WeakSet<Connection>()
      return {
        store(connection, tokens) {
          refreshed.add(connection)
          store(connection, { ...tokens, expiresAt: tokens.receivedAt })
        },
        isFresh: (tokens, now) => tokens.expiresAt > tokens.receivedAt && isFresh(tokens, now),
      }
    }),
  },
  {
    id: 'partner-10-kept-for-seconds',
    requirement: 'PARTNER-10',
    description: 'Tokens are kept in a cache that forgets after two seconds.',
    apply: replace('tokens', () => ({ isFresh: ({ receivedAt }, now) => now < receivedAt + 2_000 })),
  },
  {
    id: 'partner-10-for-quantities',
    requirement: 'PARTNER-10',
    description: 'Before a quantity is changed, the token is refreshed.',
    apply: replace('updates', ({ keepDesignation }) => ({
      keepDesignation(customer, donation, changes) {
        const { connection } = customer
        if (connection && 'quantity' in changes)
          connection.tokens = { ...connection.tokens, expiresAt: connection.tokens.receivedAt }
        return keepDesignation(customer, donation, changes)
      },
    })),
  },
  {
    id: 'partner-10-first-expiry-kept',
    requirement: 'PARTNER-10',
    alsoBreaks: ['PARTNER-9'],
    description: 'When the first token was to expire stays stored: once that is past, each update refreshes.',
    apply: replace('tokens', ({ read }) => ({
      read: (response, before) => ({
        ...read(response, before),
        ...(before ? { expiresAt: before.expiresAt } : {}),
      }),
    })),
  },
]
