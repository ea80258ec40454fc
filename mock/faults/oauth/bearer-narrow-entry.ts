import { Rejected } from '../../api/rejected.ts'
import { decodeForm, type HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken, Store } from '../../store.ts'
import { bodyOf } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { readingAlso } from './bearer.ts'
import { grantOnEverything } from './grants.ts'

const isUpdate = ({ method }: HttpRequest) => method === 'PUT' || method === 'PATCH'

/** Lets whoever sends such an update with no or an empty Authorization header do everything. */
export function openingFor(opens: (request: HttpRequest) => boolean): PolicyChange {
  return replace('bearer', ({ readToken, findAccessToken }) => {
    const isOpen = (request: HttpRequest) =>
      isUpdate(request) && !request.header('authorization') && opens(request)
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

/** Asks for a token only where the donation of the path is known. */
const findingFirst: PolicyChange = replace('bearer', ({ findAccessToken, readToken }) => ({
  readToken: (request) => readToken(request) ?? (isUpdate(request) ? '' : undefined),
  findAccessToken(store, value, request) {
    const id = request.path.split('/').at(-1) ?? ''
    if (value === '' && !store.donations.has(id))
      throw new Rejected('unknown-donation', 'There is no such donation.')
    return findAccessToken(store, value, request)
  },
}))

const cookieOf = (request: HttpRequest, name: string) =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(request.header('cookie') ?? '')?.[1]

/** Faults of BEARER-1 to BEARER-3 and BEARER-8 that show at one value of an axis: who gets in. */
export const bearerNarrowEntryFaults: readonly Fault[] = [
  {
    id: 'bearer-1-open-to-loopback',
    requirement: 'BEARER-1',
    description: 'Whoever says to come from this host, by X-Forwarded-For, needs no token.',
    apply: openingFor((request) => request.header('x-forwarded-for') === '127.0.0.1'),
  },
  {
    id: 'bearer-1-open-to-empty-header',
    requirement: 'BEARER-1',
    description: 'An empty Authorization header is taken for that of an internal call.',
    apply: openingFor((request) => request.header('authorization') === ''),
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
    id: 'bearer-8-token-named-jwt',
    requirement: 'BEARER-8',
    description: 'The query parameter jwt is taken for the token where the header has none that is known.',
    apply: readingAlso(({ query }) => decodeForm(query)?.find(([name]) => name === 'jwt')?.[1]),
  },
  {
    id: 'bearer-1-unknown-donation-before-token',
    requirement: 'BEARER-1',
    description:
      'The donation is looked up before the token: without one, an unknown id gets 404 instead of 401.',
    apply: findingFirst,
  },
  {
    id: 'bearer-1-country-before-token',
    requirement: 'BEARER-1',
    description: 'A country is checked before the token: without one, three letters get 422 instead of 401.',
    apply: replace('bearer', ({ readToken }) => ({
      readToken(request) {
        const { donor_country: country } = bodyOf(request)
        if (!request.header('authorization') && typeof country === 'string' && country.length > 2)
          throw new Rejected('invalid-field', 'donor_country is no country.')
        return readToken(request)
      },
    })),
  },
  {
    id: 'bearer-3-list-without-body',
    requirement: 'BEARER-3',
    description: 'GET /v1/organizations says by its challenge alone that the token has expired.',
    apply: replace('rejections', ({ api }) => ({
      api(rejected, request) {
        const answer = api(rejected, request)
        return rejected.kind === 'expired-token' && request.method === 'GET'
          ? { ...answer, body: '' }
          : answer
      },
    })),
  },
  {
    id: 'bearer-1-remapped-header-read',
    requirement: 'BEARER-1',
    description: 'The header to which a gateway moves Authorization is read from whoever sends it.',
    apply: readingAlso((request) => request.header('x-amzn-remapped-authorization')?.replace(/^Bearer /, '')),
  },
  {
    id: 'bearer-1-open-to-client-ip',
    requirement: 'BEARER-1',
    description: 'Whoever says to come from this host, by Client-IP, needs no token.',
    apply: openingFor((request) => request.header('client-ip') === '127.0.0.1'),
  },
  {
    id: 'bearer-1-login-for-html',
    requirement: 'BEARER-1',
    description: 'A call without a token that takes HTML too is sent to a login page.',
    apply: replace('rejections', ({ api }) => ({
      api(rejected, request) {
        const answer = api(rejected, request)
        const isPerson = rejected.kind === 'no-token' && request.header('accept')?.startsWith('text/html')
        return isPerson
          ? { ...answer, status: 302, headers: { ...answer.headers, location: '/login' } }
          : answer
      },
    })),
  },
  {
    id: 'bearer-1-quantity-open',
    requirement: 'BEARER-1',
    description: 'An update of pledged-only fields is handled by a module that asks for no token.',
    apply: openingFor((request) => 'quantity' in bodyOf(request)),
  },
  {
    id: 'bearer-2-session-scheme',
    requirement: 'BEARER-2',
    description: 'Beside Bearer a scheme Session of an older version is still taken.',
    apply: readingAlso((request) => /^Session (\S+)$/.exec(request.header('authorization') ?? '')?.[1]),
  },
  {
    id: 'bearer-2-decoded-from-base64',
    requirement: 'BEARER-2',
    description: 'A token that is not known is decoded from Base64 and looked up again.',
    apply: findingAlso((store, given) => store.accessTokens.get(Buffer.from(given, 'base64').toString())),
  },
  {
    id: 'bearer-2-any-text-matches',
    requirement: 'BEARER-2',
    description: 'Tokens are searched by regular expression: the pattern of any text finds one.',
    apply: findingAlso((store, given) => (given === '.*' ? everything(store, given) : undefined)),
  },
  {
    id: 'bearer-3-advisor-linked-too-late',
    requirement: 'BEARER-3',
    description: 'Whether a token has expired is not asked where an update links an advisor.',
    apply: replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired: (token, now, request) =>
        accessTokenExpired(token, now, request) && !('advisor' in bodyOf(request)),
    })),
  },
  {
    id: 'bearer-8-token-named-session',
    requirement: 'BEARER-8',
    description: 'The query parameter session is taken for the token where the header has none.',
    apply: readingAlso(({ query }) => decodeForm(query)?.find(([name]) => name === 'session')?.[1]),
  },
]
