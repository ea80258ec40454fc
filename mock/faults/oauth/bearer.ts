import type { RejectionKind } from '../../api/rejected.ts'
import { type Answer, type HttpRequest, json } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { grantOnEverything } from './grants.ts'

/** Changes the responses for one kind of refusal. */
function refusing(kind: RejectionKind, tell: (answer: Answer, message: string) => Answer): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api: (rejected, request) =>
      rejected.kind === kind ? tell(api(rejected, request), rejected.message) : api(rejected, request),
  }))
}

/** Changes the responses to updates without an Authorization header. */
function refusingWithoutHeader(tell: (answer: Answer) => Answer): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const answer = api(rejected, request)
      const isBare = request.header('authorization') === undefined && request.query === ''
      return isBare && isUpdate(request) && rejected.kind === 'no-token' ? tell(answer) : answer
    },
  }))
}

/** Also finds access tokens that match in a weaker sense than equality. */
function findingAlso(match: (token: string, given: string) => boolean): PolicyChange {
  return replace('bearer', ({ findAccessToken }) => ({
    findAccessToken: (store, given, request) =>
      findAccessToken(store, given, request) ??
      [...store.accessTokens.values()].find(({ value }) => match(value, given)),
  }))
}

/** Also reads a token that is sent in another way than the contract says; undefined where there is none. */
export function readingAlso(read: (request: HttpRequest) => string | undefined): PolicyChange {
  return replace('bearer', ({ readToken }) => ({
    readToken: (request) => readToken(request) ?? read(request),
  }))
}

const isUpdate = ({ method }: HttpRequest) => method === 'PUT' || method === 'PATCH'

/** The faults that break BEARER-1 to BEARER-4. */
export const bearerFaults: readonly Fault[] = [
  {
    id: 'bearer-1-answers-403',
    requirement: 'BEARER-1',
    description: 'A call without Authorization gets 403.',
    apply: refusingWithoutHeader((answer) => ({ ...answer, status: 403 })),
  },
  {
    id: 'bearer-1-answers-400',
    requirement: 'BEARER-1',
    description: 'A missing Authorization header is answered as a malformed request, with 400.',
    apply: refusingWithoutHeader((answer) => ({ ...answer, status: 400 })),
  },
  {
    id: 'bearer-1-redirected-to-login',
    requirement: 'BEARER-1',
    description: 'A call without Authorization is redirected to a login page, as browsers like it.',
    apply: refusingWithoutHeader(() => ({ status: 302, headers: { location: '/login' }, body: '' })),
  },
  {
    id: 'bearer-1-no-header-accepted',
    requirement: 'BEARER-1',
    description:
      'The check of the token runs only where there is a header to check: without one anybody updates.',
    apply: replace('bearer', ({ readToken, findAccessToken }) => {
      const isAnonymous = (request: HttpRequest) =>
        isUpdate(request) && request.query === '' && request.header('authorization') === undefined
      return {
        readToken: (request) => (isAnonymous(request) ? '' : readToken(request)),
        findAccessToken: (store, value, request) =>
          isAnonymous(request)
            ? { value, grant: grantOnEverything(store), expiresAt: Number.POSITIVE_INFINITY }
            : findAccessToken(store, value, request),
      }
    }),
  },
  {
    id: 'bearer-2-answers-403',
    requirement: 'BEARER-2',
    description: 'An unknown token gets 403.',
    apply: refusing('invalid-token', ({ headers, body }) => ({ status: 403, headers, body })),
  },
  {
    id: 'bearer-2-any-scheme',
    requirement: 'BEARER-2',
    description: 'The scheme is not looked at: the token counts after any word.',
    apply: readingAlso((request) => /^\S+ (\S+)$/.exec(request.header('authorization') ?? '')?.[1]),
  },
  {
    id: 'bearer-2-scheme-optional',
    requirement: 'BEARER-2',
    description: 'A token without a scheme in front of it is accepted.',
    apply: readingAlso((request) => /^\S{16,}$/.exec(request.header('authorization') ?? '')?.[0]),
  },
  {
    id: 'bearer-2-first-half-compared',
    requirement: 'BEARER-2',
    description: 'Only the first half of an access token is compared.',
    apply: findingAlso((token, given) => {
      const half = token.slice(0, Math.floor(token.length / 2))
      return half !== '' && given.startsWith(half)
    }),
  },
  {
    id: 'bearer-2-letter-case-ignored',
    requirement: 'BEARER-2',
    description: 'Access tokens are found without regard to letter case.',
    apply: findingAlso((token, given) => token.toLowerCase() === given.toLowerCase()),
  },
  {
    id: 'bearer-3-never-expires',
    requirement: 'BEARER-3',
    description: 'The expiry of an access token is announced and never looked at.',
    apply: replace('bearer', () => ({ accessTokenExpired: () => false })),
  },
  {
    id: 'bearer-3-own-error-code',
    requirement: 'BEARER-3',
    description: 'An expired access token is refused with an error code of the service’s own.',
    apply: refusing('expired-token', ({ status }, message) =>
      json(
        status,
        { error: 'token_expired', error_description: message },
        { 'www-authenticate': 'Bearer error="token_expired"' },
      ),
    ),
  },
  {
    id: 'bearer-3-no-description',
    requirement: 'BEARER-3',
    description: 'An expired access token is refused without an error_description.',
    apply: refusing('expired-token', ({ status }) =>
      json(status, { error: 'invalid_token' }, { 'www-authenticate': 'Bearer error="invalid_token"' }),
    ),
  },
  {
    id: 'bearer-4-fourth-read-refused',
    requirement: 'BEARER-4',
    description: 'GET takes an access token three times and then refuses it.',
    apply: replace('bearer', ({ accessTokenRevoked }) => {
      const reads = new WeakMap<AccessToken, number>()
      return {
        accessTokenRevoked(token, store, request) {
          const count = (reads.get(token) ?? 0) + (request.method === 'GET' ? 1 : 0)
          reads.set(token, count)
          return accessTokenRevoked(token, store, request) || (request.method === 'GET' && count > 3)
        },
      }
    }),
  },
  {
    id: 'bearer-4-refreshed-token-once',
    requirement: 'BEARER-4',
    alsoBreaks: ['REFRESH-2'],
    description: 'An access token that came from a refresh works once.',
    apply: (policies) => {
      const fromRefresh = new WeakSet<AccessToken>()
      const used = new WeakSet<AccessToken>()
      const { saveAccessToken } = policies.token
      const { accessTokenRevoked } = policies.bearer
      return {
        ...policies,
        token: {
          ...policies.token,
          saveAccessToken(store, token, grantType) {
            if (grantType === 'refresh_token') fromRefresh.add(token)
            saveAccessToken(store, token, grantType)
          },
        },
        bearer: {
          ...policies.bearer,
          accessTokenRevoked(token, store, request) {
            const spent = used.has(token)
            if (fromRefresh.has(token)) used.add(token)
            return spent || accessTokenRevoked(token, store, request)
          },
        },
      }
    },
  },
]
