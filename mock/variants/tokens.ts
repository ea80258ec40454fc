import { randomUUID } from 'node:crypto'
import { json, type Pair } from '../http.ts'
import { basicCredentials } from '../oauth/basic-credentials.ts'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { isObject } from '../policies/rules.ts'
import { randomToken } from '../random.ts'
import type { Variant } from './variant.ts'

/** All kinds of characters that an access token may have (RFC 6750 §2.1). */
const TOKEN68 = '0AZaz-._~+/=='
/** All characters that a code or refresh token may have (RFC 6749 Appendices A.11, A.17). */
const PRINTABLE = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index))

function makingTokens(make: (kind: 'access' | 'refresh') => string): PolicyChange {
  return replace('token', () => ({ newToken: make }))
}

function makingCodes(make: () => string): PolicyChange {
  return replace('authorization', () => ({ newCode: make }))
}

/** Adds keys to token responses. */
function adding(more: Readonly<Record<string, unknown>>): PolicyChange {
  return replace('token', ({ responseBody }) => ({
    responseBody: (issued) => Object.assign({}, responseBody(issued), more),
  }))
}

function sendingHeaders(headers: Readonly<Record<string, string>>): PolicyChange {
  return replace('token', ({ answer }) => ({
    answer(body, issued) {
      const sent = answer(body, issued)
      return { ...sent, headers: { ...sent.headers, ...headers } }
    },
  }))
}

/** The variants of tokens, token responses and token requests. */
export const tokenVariants: readonly Variant[] = [
  {
    id: 'tokens-do-not-rotate',
    description: 'A refresh answers with the same refresh token.',
    apply: replace('token', () => ({ rotates: () => false })),
  },
  {
    id: 'tokens-rotate-every-second-time',
    description: 'Every second refresh replaces the refresh token.',
    apply: replace('token', () => ({ rotates: ({ refreshes }) => refreshes % 2 === 1 })),
  },
  {
    id: 'tokens-reuse-spares-family',
    description: 'A superseded refresh token is refused and the rest of its family lives on.',
    apply: replace('token', () => ({ afterRefreshTokenReuse: () => undefined })),
  },
  {
    id: 'tokens-long',
    description: 'Access and refresh tokens are four thousand characters long.',
    apply: makingTokens(() => Array.from({ length: 93 }, randomToken).join('')),
  },
  {
    id: 'tokens-like-jwt',
    description: 'Access tokens look like JSON Web Tokens.',
    apply: makingTokens((kind) =>
      kind === 'refresh'
        ? randomToken()
        : `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.${Buffer.from(
            JSON.stringify({ jti: randomUUID(), aud: 'partner' }),
          ).toString('base64url')}.${randomToken()}`,
    ),
  },
  {
    id: 'tokens-of-every-character',
    description: 'Access and refresh tokens have every character that the standards allow them.',
    apply: makingTokens((kind) => randomToken() + (kind === 'access' ? TOKEN68 : `${PRINTABLE}.`)),
  },
  {
    id: 'tokens-are-uuids',
    description: 'Codes and tokens are UUIDs.',
    apply: combine(
      makingTokens(() => randomUUID()),
      makingCodes(() => randomUUID()),
    ),
  },
  {
    id: 'codes-long',
    description: 'Codes are a thousand characters long.',
    apply: makingCodes(() => Array.from({ length: 24 }, randomToken).join('')),
  },
  {
    id: 'codes-of-every-character',
    description: 'Codes have every printable character.',
    apply: makingCodes(() => `${randomToken()}${PRINTABLE}.`),
  },
  {
    id: 'tokens-short-lived',
    description: 'An access token lives twenty seconds.',
    apply: replace('token', () => ({ accessTokenLifetimeSeconds: 20 })),
  },
  {
    id: 'tokens-long-lived',
    description: 'An access token lives thirty days.',
    apply: replace('token', () => ({ accessTokenLifetimeSeconds: 30 * 24 * 3600 })),
  },
  {
    id: 'token-response-with-more-keys',
    description: 'Token responses hold keys that the contract does not name.',
    apply: adding({
      scope: 'donations:write',
      created_at: 1767225600,
      user: { roles: ['owner'], nick: null },
    }),
  },
  {
    id: 'token-response-201',
    description: 'Tokens are answered with 201.',
    apply: replace('token', ({ answer }) => ({
      answer: (body, issued) => ({ ...answer(body, issued), status: 201 }),
    })),
  },
  {
    id: 'token-response-cache-directives',
    description: 'Token responses forbid caching in more words than needed.',
    apply: sendingHeaders({ 'cache-control': 'private, no-cache, No-Store, max-age=0', expires: '0' }),
  },
  {
    id: 'token-errors-with-more-keys',
    description: 'Errors of the token endpoint hold keys that the contract does not name.',
    apply: replace('rejections', () => ({
      token: ({ error, message, reason }) =>
        json(error === 'invalid_client' ? 401 : error === 'server_error' ? 500 : 400, {
          error,
          error_description: message,
          error_uri: 'https://docs.example/errors',
          reference: { kind: reason, trace: null },
        }),
    })),
  },
  {
    id: 'token-request-as-json',
    description: 'The token endpoint takes JSON as well as a form.',
    apply: replace('token', ({ readParameters }) => ({
      readParameters(request) {
        if (request.header('content-type') !== 'application/json') return readParameters(request)
        const pairs = jsonPairs(request.body)
        return pairs ?? readParameters(request)
      },
    })),
  },
  {
    id: 'token-client-by-http-basic',
    description: 'The token endpoint takes client credentials by HTTP Basic as well.',
    apply: replace('token', ({ readParameters }) => ({
      readParameters(request) {
        const [id, secret] = basicCredentials(request.header('authorization') ?? '')
        if (id === undefined || secret === undefined) return readParameters(request)
        const header = (name: string) => (name === 'authorization' ? undefined : request.header(name))
        return [...readParameters({ ...request, header }), ['client_id', id], ['client_secret', secret]]
      },
    })),
  },
  {
    id: 'token-failed-attempt-uses-code-up',
    description: 'An attempt with a wrong redirect_uri uses the code up.',
    apply: replace('token', ({ redirectUriMatches }) => ({
      redirectUriMatches(code, given) {
        const matches = redirectUriMatches(code, given)
        if (!matches) code.used = true
        return matches
      },
    })),
  },
]

/** Reads the members of a JSON object as parameters; undefined where the body is none. */
function jsonPairs(bytes: Uint8Array): readonly Pair[] | undefined {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return isObject(body) ? Object.entries(body).map(([name, value]) => [name, String(value)]) : undefined
  } catch {
    return undefined
  }
}
