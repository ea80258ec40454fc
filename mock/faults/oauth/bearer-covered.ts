import { decodeForm, type HttpRequest } from '../../http.ts'
import { inTurn, type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken, Donation, Grant, Store } from '../../store.ts'
import { bodyOf, changeOnRejection } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { readingAlso } from './bearer.ts'
import { grantOnEverything } from './grants.ts'

const isUpdate = ({ method }: HttpRequest) => method === 'PUT' || method === 'PATCH'

/** Lets whoever sends such an update without an Authorization header do everything. */
function openingFor(opens: (request: HttpRequest) => boolean): PolicyChange {
  return replace('bearer', ({ readToken, findAccessToken }) => {
    const isOpen = (request: HttpRequest) =>
      isUpdate(request) && request.header('authorization') === undefined && opens(request)
    return {
      readToken: (request) => readToken(request) ?? (isOpen(request) ? '' : undefined),
      findAccessToken: (store, value, request) =>
        isOpen(request) ? everything(store, value) : findAccessToken(store, value, request),
    }
  })
}

function everything(store: Store, value: string): AccessToken {
  return { value, grant: grantOnEverything(store), expiresAt: Number.POSITIVE_INFINITY }
}

/** Also finds access tokens otherwise than by their value. */
function findingAlso(
  find: (store: Store, given: string, request: HttpRequest) => AccessToken | undefined,
): PolicyChange {
  return replace('bearer', ({ findAccessToken }) => ({
    findAccessToken: (store, given, request) =>
      findAccessToken(store, given, request) ?? find(store, given, request),
  }))
}

/** Permits updates that the current policy forbids. */
function permitting(
  permits: (grant: Grant, donation: Donation, request: HttpRequest) => boolean,
): PolicyChange {
  return replace('bearer', ({ mayUpdate }) => ({
    mayUpdate: (grant, donation, request) =>
      mayUpdate(grant, donation, request) || permits(grant, donation, request),
  }))
}

/** Revokes an access token that did something. */
function endingAfter(ends: (request: HttpRequest, grant: Grant) => boolean): PolicyChange {
  return replace('bearer', ({ accessTokenRevoked }) => {
    const ended = new WeakSet<AccessToken>()
    return {
      accessTokenRevoked(token, store, request) {
        const isEnded = ended.has(token)
        if (ends(request, token.grant)) ended.add(token)
        return isEnded || accessTokenRevoked(token, store, request)
      },
    }
  })
}

const cookieOf = (request: HttpRequest, name: string) =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(request.header('cookie') ?? '')?.[1]

/** Faults at one value, or a pair, of the axes along which BEARER is covered. */
export const bearerCoveredFaults: readonly Fault[] = [
  {
    id: 'bearer-1-open-to-loopback',
    requirement: 'BEARER-1',
    description: 'Whoever says to come from this host, by X-Forwarded-For, needs no token.',
    apply: openingFor((request) => request.header('x-forwarded-for') === '127.0.0.1'),
  },
  {
    id: 'bearer-1-gateway-user-trusted',
    requirement: 'BEARER-1',
    description: 'The user that a gateway names in X-User-Id is believed without a token.',
    apply: openingFor((request) => request.header('x-user-id') !== undefined),
  },
  {
    id: 'bearer-1-token-in-cookie',
    requirement: 'BEARER-1',
    description: 'Without an Authorization header the access token is read from a cookie.',
    apply: readingAlso((request) => cookieOf(request, 'access_token')),
  },
  {
    id: 'bearer-1-token-in-body',
    requirement: 'BEARER-1',
    description: 'Without an Authorization header a member access_token of the JSON body counts.',
    apply: readingAlso((request) => {
      const { access_token: token } = bodyOf(request)
      return typeof token === 'string' ? token : undefined
    }),
  },
  {
    id: 'bearer-1-memo-open',
    requirement: 'BEARER-1',
    description: 'A memo alone can be changed by anybody: the check looks at donor fields.',
    apply: openingFor((request) => Object.keys(bodyOf(request)).join() === 'memo'),
  },
  {
    id: 'bearer-2-cut-at-a-dot',
    requirement: 'BEARER-2',
    description: 'Whatever follows a dot in an access token is cut off before it is looked up.',
    apply: findingAlso((store, given) => store.accessTokens.get(given.replace(/\..*$/, ''))),
  },
  {
    id: 'bearer-2-oauth-scheme',
    requirement: 'BEARER-2',
    description: 'Beside Bearer the scheme OAuth of an early draft is still taken.',
    apply: readingAlso((request) => /^OAuth (\S+)$/.exec(request.header('authorization') ?? '')?.[1]),
  },
  {
    id: 'bearer-2-second-of-a-list',
    requirement: 'BEARER-2',
    description: 'Of several tokens in the header the last one counts.',
    apply: readingAlso((request) => /^Bearer .*[, ](\S+)$/.exec(request.header('authorization') ?? '')?.[1]),
  },
  {
    id: 'bearer-2-client-secret-opens',
    requirement: 'BEARER-2',
    description: 'The secret of a client is taken for a token of its own.',
    apply: findingAlso((store, given) =>
      [...store.clients.values()].some(({ secret }) => secret === given)
        ? everything(store, given)
        : undefined,
    ),
  },
  {
    id: 'bearer-2-code-opens',
    requirement: 'BEARER-2',
    description: 'Codes and access tokens are in one table: a code opens the API.',
    apply: findingAlso((store, given) => {
      const code = store.codes.get(given)
      return code && { value: given, grant: code.grant, expiresAt: Number.POSITIVE_INFINITY }
    }),
  },
  {
    id: 'bearer-2-second-client-loose',
    requirement: 'BEARER-2',
    description: 'Of tokens of the second client only the first half is compared.',
    apply: findingAlso((store, given) =>
      [...store.accessTokens.values()].find(
        ({ value, grant }) =>
          grant.client.id.endsWith('2') && given.startsWith(value.slice(0, Math.floor(value.length / 2))),
      ),
    ),
  },
  {
    id: 'bearer-4-dies-of-a-malformed-body',
    requirement: 'BEARER-4',
    description: 'An update whose body is malformed ends the access token that it came with.',
    apply: endingAfter(
      (request) => isUpdate(request) && new TextDecoder().decode(request.body).trim() === '{',
    ),
  },
  {
    id: 'bearer-4-dies-in-half-an-hour',
    requirement: 'BEARER-4',
    description: 'An access token lives half of what expires_in says.',
    apply: replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired: (token, now, request) => accessTokenExpired(token, now + 1_800_000, request),
    })),
  },
  {
    id: 'bearer-4-dies-of-a-foreign-donation',
    requirement: 'BEARER-4',
    description: 'Trying once to change a donation of another organization ends the access token.',
    apply: replace('bearer', ({ mayUpdate, accessTokenRevoked }) => {
      const ended = new WeakSet<Grant>()
      return {
        mayUpdate(grant, donation, request) {
          const may = mayUpdate(grant, donation, request)
          if (!may && Object.keys(bodyOf(request)).length > 0) ended.add(grant)
          return may
        },
        accessTokenRevoked: (token, store, request) =>
          ended.has(token.grant) || accessTokenRevoked(token, store, request),
      }
    }),
  },
  {
    id: 'bearer-5-several-means-all',
    requirement: 'BEARER-5',
    description: 'A user with more than one organization is taken for an administrator of all.',
    apply: permitting(({ organizationIds }) => organizationIds.length > 1),
  },
  {
    id: 'bearer-5-second-client-not-compared',
    requirement: 'BEARER-5',
    description: 'The organization is not compared for tokens of the second client.',
    apply: permitting(({ client, organizationIds }) => client.id.endsWith('2') && organizationIds.length > 0),
  },
  {
    id: 'bearer-5-later-refresh-not-compared',
    requirement: 'BEARER-5',
    description: 'From the third refresh on a token has lost the list of its organizations, which means all.',
    apply: permitting(({ refreshes, organizationIds }) => refreshes >= 3 && organizationIds.length > 0),
  },
  {
    id: 'bearer-5-claim-in-header',
    requirement: 'BEARER-5',
    description: 'X-Organization-Id is compared with the token, and the donation is not.',
    apply: permitting(({ organizationIds }, _donation, request) =>
      organizationIds.includes(request.header('x-organization-id') ?? ''),
    ),
  },
  {
    id: 'bearer-5-cached-after-own-update',
    requirement: 'BEARER-5',
    description: 'Once a token has updated a donation of its own, that it may update is remembered.',
    apply: replace('bearer', ({ mayUpdate }) => {
      const known = new WeakSet<Grant>()
      return {
        mayUpdate(grant, donation, request) {
          const may = mayUpdate(grant, donation, request)
          if (may) known.add(grant)
          return may || known.has(grant)
        },
      }
    }),
  },
  {
    id: 'bearer-6-memo-kept-without-token',
    requirement: 'BEARER-6',
    description: 'A call without a token gets its 401, and its memo is stored all the same.',
    apply: changeOnRejection(['no-token'], ({ body: { memo } }) =>
      typeof memo === 'string' ? { memo } : {},
    ),
  },
  {
    id: 'bearer-6-foreign-update-applied',
    requirement: 'BEARER-6',
    description: 'An update of another organization’s donation is stored and then refused.',
    apply: changeOnRejection(['foreign-donation'], ({ body: { donor_city: city } }) =>
      typeof city === 'string' ? { donor_city: city } : {},
    ),
  },
  {
    id: 'bearer-8-token-named-jwt',
    requirement: 'BEARER-8',
    description: 'The query parameter jwt is taken for the token where the header has none that is known.',
    apply: readingAlso(({ query }) => decodeForm(query)?.find(([name]) => name === 'jwt')?.[1]),
  },
  {
    id: 'bearer-9-claim-in-query',
    requirement: 'BEARER-9',
    description: 'Whoever owns nothing acts for the organization that the query names.',
    apply: permitting(
      ({ organizationIds }, donation, { query }) =>
        organizationIds.length === 0 && query.includes(`organization_id=${donation.organization_id}`),
    ),
  },
  {
    id: 'bearer-9-refreshed-token-open',
    requirement: 'BEARER-9',
    description: 'After a refresh a token without organizations is taken for one without restrictions.',
    apply: inTurn(
      permitting(({ organizationIds, refreshes }) => organizationIds.length === 0 && refreshes > 0),
    ),
  },
]
