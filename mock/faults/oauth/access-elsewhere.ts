import { createHmac } from 'node:crypto'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { grantOnEverything } from './grants.ts'
import { firstLike } from './misread-narrow.ts'
import { isSecond } from './token-narrow.ts'
import { claimOf } from './tokens-elsewhere.ts'

/** Half an hour, in milliseconds. */
const HALF_AN_HOUR = 1_800_000

const findingAccessTokens = (
  find: (store: Store, given: string, method: string) => AccessToken | undefined,
): PolicyChange =>
  replace('bearer', ({ findAccessToken }) => ({
    findAccessToken: (store, given, request) =>
      findAccessToken(store, given, request) ?? find(store, given, request.method),
  }))

const closingOrganizations = (isRefused: (token: AccessToken) => boolean): PolicyChange =>
  replace('bearer', ({ accessTokenRevoked }) => ({
    accessTokenRevoked: (token, store, request) =>
      accessTokenRevoked(token, store, request) || (request.method === 'GET' && isRefused(token)),
  }))

/** Lets whoever has such credentials by HTTP Basic do everything. */
function openingByBasic(isRight: (store: Store, name: string, secret: string) => boolean): PolicyChange {
  return replace('bearer', ({ readToken, findAccessToken }) => ({
    readToken: (request) => readToken(request) ?? request.header('authorization'),
    findAccessToken(store, value, request) {
      const [, encoded = ''] = /^Basic (\S+)$/.exec(value) ?? []
      const [name = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
      if (!isRight(store, name, secret.join(':'))) return findAccessToken(store, value, request)
      return { value, grant: grantOnEverything(store), expiresAt: Number.POSITIVE_INFINITY }
    },
  }))
}

/** Lets whoever is logged in do everything by such calls without a token. */
function openingToSessions(isOpen: (method: string) => boolean): PolicyChange {
  const without = '(none)'
  return replace('bearer', ({ readToken, findAccessToken }) => ({
    readToken: (request) => readToken(request) ?? (isOpen(request.method) ? without : undefined),
    findAccessToken(store, value, request) {
      const sent = request.header('cookie') ?? ''
      const session = [...store.sessions.values()].find(({ id }) => sent.includes(id))
      if (value !== without || session?.user === undefined) return findAccessToken(store, value, request)
      return { value, grant: grantOnEverything(store), expiresAt: Number.POSITIVE_INFINITY }
    },
  }))
}

/** Faults of access tokens that show with another client, another call, or in another spelling. */
export const accessElsewhereFaults: readonly Fault[] = [
  {
    id: 'bearer-1-open-to-session',
    requirement: 'BEARER-1',
    description:
      'The session of the login page opens PUT without a token, as a form does (Django REST framework).',
    apply: openingToSessions((method) => method === 'PUT'),
  },
  {
    id: 'org-5-open-to-session',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations goes by the session of the login page where there is no token.',
    apply: openingToSessions((method) => method === 'GET'),
  },
  {
    id: 'org-5-second-client-refused',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations refuses the second client.',
    apply: closingOrganizations(({ grant }) => isSecond(grant.client)),
  },
  {
    id: 'org-5-no-organization-refused',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations refuses a user who owns none.',
    apply: closingOrganizations(({ grant }) => grant.organizationIds.length === 0),
  },
  {
    id: 'bearer-2-unsigned-web-token',
    requirement: 'BEARER-2',
    description:
      'An access token may be a JSON Web Token that names it, and algorithm NONE is as good as any.',
    apply: findingAccessTokens((store, given) =>
      store.accessTokens.get(claimOf(given, (header) => header.includes('"alg":"NONE"')) ?? ''),
    ),
  },
  {
    id: 'bearer-2-key-of-others',
    requirement: 'BEARER-2',
    description: 'Of an access token that is a JSON Web Token it is only looked whether somebody signed it.',
    apply: findingAccessTokens((store, given) => {
      const isSigned =
        (given.split('.')[2] ?? '').length === createHmac('sha256', '').digest('base64url').length
      return isSigned
        ? store.accessTokens.get(claimOf(given, (header) => header.includes('"alg":"HS256"')) ?? '')
        : undefined
    }),
  },
  {
    id: 'bearer-2-half-compared-by-get',
    requirement: 'BEARER-2',
    description: 'GET /v1/organizations compares the first half of an access token.',
    apply: findingAccessTokens((store, given, method) =>
      method === 'GET'
        ? [...store.accessTokens.values()].find(({ value }) =>
            given.startsWith(value.slice(0, Math.floor(value.length / 2))),
          )
        : undefined,
    ),
  },
  {
    id: 'bearer-3-second-client-lives-on',
    requirement: 'BEARER-3',
    description: 'The expiry of access tokens of the second client is announced and never looked at.',
    apply: replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired: (token, now, request) =>
        !isSecond(token.grant.client) && accessTokenExpired(token, now, request),
    })),
  },
  {
    id: 'bearer-3-refreshed-lives-on',
    requirement: 'BEARER-3',
    description: 'The expiry of access tokens that came by a refresh is never looked at.',
    apply: replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired: (token, now, request) =>
        token.grant.refreshes === 0 && accessTokenExpired(token, now, request),
    })),
  },
  {
    id: 'bearer-4-second-client-dies-in-half-an-hour',
    requirement: 'BEARER-4',
    description:
      'An access token that came to the second client by a refresh lives half of what expires_in says.',
    apply: replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired: (token, now, request) =>
        accessTokenExpired(
          token,
          isSecond(token.grant.client) && token.grant.refreshes > 0 ? now + HALF_AN_HOUR : now,
          request,
        ),
    })),
  },
  {
    id: 'bearer-2-basic-of-client',
    requirement: 'BEARER-2',
    description: 'Id and secret of a client by HTTP Basic open what a token opens.',
    apply: openingByBasic(({ clients }, id, secret) => clients.get(id)?.secret === secret),
  },
  {
    id: 'bearer-2-basic-of-user',
    requirement: 'BEARER-2',
    description: 'Name and password of a user by HTTP Basic open what a token opens.',
    apply: openingByBasic(({ users }, name, password) => users.get(name)?.password === password),
  },
  {
    id: 'bearer-2-wildcards-of-first-row',
    requirement: 'BEARER-2',
    description:
      'The database takes an underscore for any character, and gives the first token that is like it.',
    apply: findingAccessTokens((store, given) => firstLike(store.accessTokens, given)),
  },
]
