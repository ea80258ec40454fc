import type { RequestListener } from 'node:http'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { Fault } from '../fault.ts'

/** Answers certain requests with a 500 before the service sees them. */
function failingFor(
  fails: (request: Parameters<RequestListener>[0]) => boolean,
  roles: readonly string[] = ['api'],
): PolicyChange {
  return replace('transport', ({ listener }) => ({
    listener: (inner, host) =>
      listener((request, response) => {
        if (!roles.includes(host.role) || !fails(request)) return inner(request, response)
        response.writeHead(500, { 'content-type': 'application/json' })
        response.end('{"error":"failure"}')
      }, host),
  }))
}

/** Answers certain authorization requests with a 500. */
const failingToAuthorize = (fails: (query: string | undefined, cookie: string) => boolean): PolicyChange =>
  failingFor(
    ({ url = '', headers }) => {
      const [path, query] = url.split('?')
      return path?.endsWith('/oauth2/authorize') === true && fails(query, headers.cookie ?? '')
    },
    ['auth'],
  )

/** Throws for certain values of a body, so that the answer is a 500. */
function failingOver(breaks: (value: unknown) => boolean): PolicyChange {
  return replace('update', ({ parseBody }) => ({
    parseBody(request) {
      const body = parseBody(request)
      if (Object.values(body).some(breaks)) throw new Error('The database refused a value.')
      return body
    },
  }))
}

/** Faults at one value of the axes of ERROR. */
export const errorNarrowFaults: readonly Fault[] = [
  {
    id: 'error-2-broken-escape-fails',
    requirement: 'ERROR-2',
    description: 'A percent escape that is none makes the decoding of the path throw: 500.',
    apply: failingFor(({ url = '' }) => /%(?![\da-f]{2})/i.test(url.replace(/\?.*/, ''))),
  },
  {
    id: 'error-2-broken-query-fails',
    requirement: 'ERROR-2',
    description: 'A percent escape that is none makes the decoding of the query throw: 500.',
    apply: failingFor(({ url = '' }) => /\?.*%(?![\da-f]{2})/i.test(url)),
  },
  {
    id: 'error-2-type-without-slash-fails',
    requirement: 'ERROR-2',
    description: 'A media type without a slash in Accept makes its parser throw: 500.',
    apply: failingFor(({ headers }) => headers.accept !== undefined && !headers.accept.includes('/')),
  },
  {
    id: 'error-2-token-beyond-ascii-fails',
    requirement: 'ERROR-2',
    description: 'A token with a letter beyond ASCII cannot be compared, which throws: 500.',
    apply: failingFor(({ headers }) => /[^\0-~]/.test(headers.authorization ?? '')),
  },
  {
    id: 'error-2-has-own-property-fails',
    requirement: 'ERROR-2',
    description: 'The body is asked for its own members by a method that a member of it may replace: 500.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        const body = parseBody(request)
        if (Object.hasOwn(body, 'hasOwnProperty')) throw new Error('hasOwnProperty is not a function.')
        return body
      },
    })),
  },
  {
    id: 'error-2-head-fails',
    requirement: 'ERROR-2',
    description: 'HEAD of the organizations meets a handler that writes a body: 500.',
    apply: failingFor(({ method }) => method === 'HEAD'),
  },
  {
    id: 'error-2-authorization-without-query-fails',
    requirement: 'ERROR-2',
    description: 'An authorization request without a query meets code that takes one for granted: 500.',
    apply: failingToAuthorize((query) => query === undefined),
  },
  {
    id: 'error-2-control-character-in-scope-fails',
    requirement: 'ERROR-2',
    description: 'A control character in the scope is refused by the database: 500.',
    apply: failingToAuthorize((query = '') => /(?:^|&)scope=[^&]*%0/i.test(query)),
  },
  {
    id: 'error-2-cookie-that-is-none-fails',
    requirement: 'ERROR-2',
    description: 'A session cookie that cannot be decoded makes the authorization endpoint throw: 500.',
    apply: failingToAuthorize((_, cookie) => /%(?![\da-f]{2})/i.test(cookie)),
  },
  {
    id: 'error-2-32-bits-overflow',
    requirement: 'ERROR-2',
    description: 'A whole number beyond 32 bits overflows its column: 500.',
    apply: failingOver((value) => Number.isSafeInteger(value) && Number(value) > 4_294_967_295),
  },
  {
    id: 'error-2-operator-fails',
    requirement: 'ERROR-2',
    alsoBreaks: ['DESIGNATION-4'],
    description: 'An object whose key begins with a dollar sign is run as a query: 500.',
    apply: failingOver((value) => isObject(value) && Object.keys(value).some((key) => key.startsWith('$'))),
  },
  {
    id: 'error-2-deep-nesting-fails',
    requirement: 'ERROR-2',
    description: 'A parser that calls itself ends at a nesting of a thousand: 500.',
    apply: replace('update', ({ parseBody }) => ({
      parseBody(request) {
        if (/\[{1000}/.test(new TextDecoder().decode(request.body))) throw new RangeError('too deep')
        return parseBody(request)
      },
    })),
  },
  {
    id: 'error-2-gzip-that-is-none-fails',
    requirement: 'ERROR-2',
    description: 'A body that says to be gzip and is not makes the decoder throw: 500.',
    apply: failingFor(({ headers }) => headers['content-encoding'] === 'gzip'),
  },
  {
    id: 'error-2-token-without-boundary-fails',
    requirement: 'ERROR-2',
    description: 'Parts without a boundary make the parser of the token endpoint throw: 500.',
    apply: failingFor(({ headers }) => headers['content-type'] === 'multipart/form-data', ['auth']),
  },
  {
    id: 'error-2-token-charset-fails',
    requirement: 'ERROR-2',
    description: 'A charset that nobody knows makes the token endpoint throw: 500.',
    apply: failingFor(({ headers }) => headers['content-type']?.includes('klingon') === true, ['auth']),
  },
  {
    id: 'error-2-quote-in-client-id-fails',
    requirement: 'ERROR-2',
    description: 'The client id is put into a query as it is: a quote in it makes the database fail, 500.',
    apply: replace('token', ({ findClient }) => ({
      findClient(store, id, grantType) {
        if (id.includes("'")) throw new Error('unterminated quoted string')
        return findClient(store, id, grantType)
      },
    })),
  },
  {
    id: 'error-2-large-body-dropped',
    requirement: 'ERROR-2',
    description: 'The connection of a body beyond 200 KB is cut without an answer.',
    apply: replace('transport', ({ listener }) => ({
      listener: (inner, host) =>
        listener((request, response) => {
          if (Number(request.headers['content-length'] ?? 0) > 200_000) request.socket.destroy()
          else inner(request, response)
        }, host),
    })),
  },
  {
    id: 'error-1-put-validation-in-plain-text',
    requirement: 'ERROR-1',
    description: 'What PUT refuses is answered in plain text, by an older handler.',
    apply: replace('rejections', ({ api }) => ({
      api(rejected, request) {
        const answer = api(rejected, request)
        if (request.method !== 'PUT' || rejected.kind !== 'invalid-field') return answer
        return { ...answer, headers: { 'content-type': 'text/plain' }, body: rejected.message }
      },
    })),
  },
  {
    id: 'error-2-port-beyond-all-fails',
    requirement: 'ERROR-2',
    description: 'A redirect URI whose port is beyond all ports makes the parser throw: 500.',
    apply: failingToAuthorize((query) => /%3A[6-9]\d{4,}(?:%2F|&|$)/i.test(query ?? '')),
  },
  {
    id: 'error-2-client-id-of-every-object-fails',
    requirement: 'ERROR-2',
    description:
      'At the token endpoint a client id that every object has as a name makes the lookup throw: 500.',
    apply: replace('token', ({ findClient }) => ({
      findClient(store, id, grantType) {
        if (id in {}) throw new TypeError('secret is not a function')
        return findClient(store, id, grantType)
      },
    })),
  },
]
