import { OAuthProblem } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Issued } from '../../policies/token.ts'
import type { AuthorizationCode, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { mistaking, sending } from './token-answers.ts'

type Body = Readonly<Record<string, unknown>>

/** Changes keys in all token responses. */
function answering(change: (issued: Issued) => Body): PolicyChange {
  return replace('token', ({ responseBody }) => ({
    responseBody: (issued) => Object.assign({}, responseBody(issued), change(issued)),
  }))
}

/** Also finds codes that match in a weaker sense than equality. */
function findingAlso(match: (code: string, given: string) => boolean): PolicyChange {
  const find = (store: Store, given: string): AuthorizationCode | undefined =>
    [...store.codes.values()].find(({ value }) => match(value, given))
  return replace('token', ({ findCode }) => ({
    findCode: (store, given) => findCode(store, given) ?? find(store, given),
  }))
}

/** The faults that break TOKEN-1, TOKEN-2, TOKEN-5 and TOKEN-6. */
export const tokenFaults: readonly Fault[] = [
  {
    id: 'token-1-not-typed-json',
    requirement: 'TOKEN-1',
    description: 'The token response is JSON by its text and text/html by its Content-Type.',
    apply: sending(({ status, headers, body }) => ({
      status,
      headers: { ...headers, 'content-type': 'text/html' },
      body,
    })),
  },
  {
    id: 'token-1-form-order-matters',
    requirement: 'TOKEN-1',
    description: 'A code exchange is refused unless grant_type is the first parameter of its form.',
    apply: replace('token', ({ readParameters }) => ({
      readParameters(request) {
        const pairs = readParameters(request)
        const isExchange = pairs.some(([name]) => name === 'code')
        if (isExchange && pairs[0]?.[0] !== 'grant_type')
          throw new OAuthProblem('invalid_request', 'malformed-request', 'grant_type must come first.')
        return pairs
      },
    })),
  },
  {
    id: 'token-2-lowercase-bearer',
    requirement: 'TOKEN-2',
    description: 'token_type is written in lower case.',
    apply: answering(() => ({ token_type: 'bearer' })),
  },
  {
    id: 'token-2-expires-in-text',
    requirement: 'TOKEN-2',
    description: 'expires_in is a string of digits.',
    apply: answering(({ expiresIn }) => ({ expires_in: String(expiresIn) })),
  },
  {
    id: 'token-2-expires-in-fraction',
    requirement: 'TOKEN-2',
    description: 'expires_in is what is left at the time of the answer, with decimals.',
    apply: answering(({ expiresIn }) => ({ expires_in: expiresIn - 0.004 })),
  },
  {
    id: 'token-2-no-expires-in',
    requirement: 'TOKEN-2',
    description: 'expires_in is left out.',
    apply: answering(() => ({ expires_in: undefined })),
  },
  {
    id: 'token-2-single-organization-bare',
    requirement: 'TOKEN-2',
    description: 'A single organization is an object by itself; only several are an array.',
    apply: answering(({ organizations }) => {
      const [only, ...others] = organizations.map(({ id, name }) => ({ id, name }))
      return only !== undefined && others.length === 0 ? { ig_organizations: only } : {}
    }),
  },
  {
    id: 'token-2-organizations-by-id',
    requirement: 'TOKEN-2',
    description: 'ig_organizations is an object with the ids as its keys.',
    apply: answering(({ organizations }) => ({
      ig_organizations: Object.fromEntries(organizations.map(({ id, name }) => [id, { id, name }])),
    })),
  },
  {
    id: 'token-5-prefix-compared',
    requirement: 'TOKEN-5',
    description: 'Only the first half of a code is compared.',
    apply: findingAlso((code, given) => {
      const half = code.slice(0, Math.ceil(code.length / 2))
      return given.length >= half.length && given.startsWith(half)
    }),
  },
  {
    id: 'token-5-letter-case-ignored',
    requirement: 'TOKEN-5',
    description:
      'Codes are found without regard to letter case, as by a case-insensitive database collation.',
    apply: findingAlso((code, given) => code.toLowerCase() === given.toLowerCase()),
  },
  {
    id: 'token-5-appended-characters-ignored',
    requirement: 'TOKEN-5',
    description: 'A code with characters appended is cut to its column and found.',
    apply: findingAlso((code, given) => given.slice(0, code.length) === code),
  },
  {
    id: 'token-5-unknown-is-invalid-request',
    requirement: 'TOKEN-5',
    description: 'An unknown code is answered with invalid_request.',
    apply: mistaking('unknown-code', 'invalid_request'),
  },
  {
    id: 'token-6-never-expires',
    requirement: 'TOKEN-6',
    description: 'The expiry of a code is stored and never looked at.',
    apply: replace('token', () => ({ codeExpired: () => false })),
  },
  {
    id: 'token-6-expired-is-invalid-request',
    requirement: 'TOKEN-6',
    description: 'An expired code is answered with invalid_request.',
    apply: mistaking('expired-code', 'invalid_request'),
  },
  {
    id: 'token-6-expired-is-expired-token',
    requirement: 'TOKEN-6',
    description: 'An expired code is answered with an error code of the service’s own.',
    apply: mistaking('expired-code', 'expired_token'),
  },
]
