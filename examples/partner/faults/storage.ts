import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection, Organization, Tokens } from '../customers.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Fault } from './fault.ts'

/** Characters that the column of a database holds. */
const COLUMN = 255

/** Changes what is kept of each token response. */
const keeping = (change: (tokens: Tokens) => Partial<Tokens>): PolicyChange =>
  replace('tokens', ({ read }) => ({
    read(response, before) {
      const tokens = read(response, before)
      return { ...tokens, ...change(tokens) }
    },
  }))

/** Each request reads the whole session, and writes it back as it ends: also what others have written meanwhile. */
const writtenBack: PolicyChange = (policies) => {
  const request = new AsyncLocalStorage<{ readonly connection: Connection; tokens: Tokens }>()
  return combine(
    replace('organizations', ({ mayUpdate }) => ({
      mayUpdate(connection) {
        request.enterWith({ connection, tokens: connection.tokens })
        return mayUpdate(connection)
      },
    })),
    replace('calls', ({ perform }) => ({
      async perform(source, send) {
        const session = request.getStore()
        const noted = async (given: Promise<Tokens>) => {
          const tokens = await given
          if (session) session.tokens = tokens
          return tokens
        }
        const noting = {
          fresh: () => noted(source.fresh()),
          replace: (spent: Tokens) => noted(source.replace(spent)),
        }
        const response = await perform(noting, send)
        if (session) session.connection.tokens = session.tokens
        return response
      },
    })),
  )(policies)
}

/** The pick is stored as a place in the list, which the service may order otherwise the next time. */
const byPlace: PolicyChange = (policies) => {
  const places = new WeakMap<Connection, number>()
  const owned = new WeakMap<Tokens, readonly Organization[]>()
  return combine(
    replace('organizations', ({ choose }) => ({
      choose(connection, id) {
        places.set(
          connection,
          connection.organizations.findIndex((one) => one.id === id),
        )
        return choose(connection, id)
      },
    })),
    replace('tokens', ({ read, store }) => ({
      read(response, before) {
        const tokens = read(response, before)
        owned.set(tokens, response.ig_organizations)
        return tokens
      },
      store(connection, tokens) {
        const place = places.get(connection)
        if (place !== undefined) connection.organizationId = owned.get(tokens)?.[place]?.id ?? null
        store(connection, tokens)
      },
    })),
  )(policies)
}

/** What is kept is not what came, or not for long. */
export const storageFaults: readonly Fault[] = [
  {
    id: 'partner-6-cut-at-column',
    requirement: 'PARTNER-6',
    description: 'Of a refresh token the first 255 characters are stored.',
    apply: keeping(({ refreshToken }) => ({ refreshToken: refreshToken.slice(0, COLUMN) })),
  },
  {
    id: 'partner-6-lost-by-library',
    requirement: 'PARTNER-6',
    alsoBreaks: ['PARTNER-8', 'PARTNER-9', 'PARTNER-18'],
    description:
      'A library takes the refresh token out of the response: each refresh sends the word undefined.',
    apply: replace('tokens', () => ({ refreshToken: () => 'undefined' })),
  },
  {
    id: 'partner-6-session-written-back',
    requirement: 'PARTNER-6',
    description: 'An update that was slow writes its session back, with the tokens of when it began.',
    apply: writtenBack,
  },
  {
    id: 'partner-11-cut-at-column',
    requirement: 'PARTNER-11',
    description: 'Of an access token the first 255 characters are stored.',
    apply: keeping(({ accessToken }) => ({ accessToken: accessToken.slice(0, COLUMN) })),
  },
  {
    id: 'partner-12-by-place',
    requirement: 'PARTNER-12',
    description: 'A pick is stored as a place in the list of organizations, whose order may change.',
    apply: byPlace,
  },
]
