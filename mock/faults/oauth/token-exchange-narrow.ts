import { setTimeout as sleep } from 'node:timers/promises'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import { isObject } from '../../policies/rules.ts'
import type { AuthorizationCode, Grant } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { refusingSpelled } from './spelled.ts'

/** Lets an access token update by this method after its code was used again. */
function updatingOn(method: 'PUT' | 'PATCH'): PolicyChange {
  return (policies) => {
    const reused = new WeakSet<Grant>()
    return combine(
      replace('token', ({ afterCodeReuse }) => ({
        afterCodeReuse(code, store) {
          reused.add(code.grant)
          afterCodeReuse(code, store)
        },
      })),
      replace('bearer', ({ accessTokenRevoked }) => ({
        accessTokenRevoked: (token, store, request) =>
          accessTokenRevoked(token, store, request) &&
          !(reused.has(token.grant) && request.method === method),
      })),
    )(policies)
  }
}

/** Faults of TOKEN-1 to TOKEN-15 that show in requests of one shape, for some users, or after something else. */
export const tokenExchangeNarrowFaults: readonly Fault[] = [
  {
    id: 'token-1-type-in-capitals-refused',
    requirement: 'TOKEN-1',
    description: 'The content type of a token request is compared with its letter case.',
    apply: refusingSpelled('authorization_code', (request) =>
      /^[A-Z]/.test(request.header('content-type') ?? ''),
    ),
  },
  {
    id: 'token-1-chunked-form-refused',
    requirement: 'TOKEN-1',
    description: 'A form that comes in chunks is taken to be empty.',
    apply: refusingSpelled(
      'authorization_code',
      (request) => request.header('transfer-encoding') !== undefined,
    ),
  },
  {
    id: 'token-1-plain-slashes-refused',
    requirement: 'TOKEN-1',
    description: 'A form is refused in which colons and slashes stand unescaped.',
    apply: refusingSpelled('authorization_code', (_, form) => form.includes('://')),
  },
  {
    id: 'token-1-escaped-name-refused',
    requirement: 'TOKEN-1',
    description: 'Names of parameters are looked up before they are decoded.',
    apply: refusingSpelled('authorization_code', (_, form) => /(?:^|&)[^=]*%5F/i.test(form)),
  },
  {
    id: 'token-1-any-type-not-acceptable',
    requirement: 'TOKEN-1',
    description: 'A client that accepts any type gets none.',
    apply: refusingSpelled('authorization_code', (request) => request.header('accept') === '*/*'),
  },
  {
    id: 'token-1-form-unless-json-is-asked-for',
    requirement: 'TOKEN-1',
    description: 'A code exchange is answered by a form where the client does not name JSON.',
    apply: replace('transport', ({ around }) => ({
      async around(request, next, host) {
        const isOfCode = (await request.clone().text()).includes('grant_type=authorization_code')
        const response = await around(request, next, host)
        const isForm = isOfCode && response.ok && !request.headers.get('accept')?.includes('json')
        if (!isForm) return response
        const body: unknown = await response.json()
        const members = Object.entries(isObject(body) ? body : {})
        const form = new URLSearchParams(
          members.map(([name, value]): [string, string] => [name, String(value)]),
        )
        return new Response(form, { headers: { 'cache-control': 'no-store' } })
      },
    })),
  },
  {
    id: 'token-4-race-of-several-organizations',
    requirement: 'TOKEN-4',
    description: 'Looking up several organizations takes time, in which a code is not marked as used yet.',
    apply: replace('token', ({ claimCode }) => ({
      async claimCode(code, store) {
        if (code.grant.organizationIds.length < 2) return claimCode(code, store)
        const isFresh = !code.used
        await sleep(150)
        code.used = true
        return isFresh
      },
    })),
  },
  {
    id: 'token-6-failed-attempt-renews',
    requirement: 'TOKEN-6',
    description:
      'A code lives for its time since the last attempt, even since one with a wrong redirect URI.',
    apply: replace('token', ({ redirectUriMatches }) => ({
      redirectUriMatches(code, given) {
        const matches = redirectUriMatches(code, given)
        if (!matches) code.expiresAt = Number.POSITIVE_INFINITY
        return matches
      },
    })),
  },
  {
    id: 'token-6-third-attempt-works',
    requirement: 'TOKEN-6',
    description: 'An expired code of the second client is found in a cache when it comes for the third time.',
    apply: replace('token', ({ codeExpired }) => {
      const attempts = new WeakMap<AuthorizationCode, number>()
      return {
        codeExpired(code, now) {
          const attempt = (attempts.get(code) ?? 0) + 1
          attempts.set(code, attempt)
          return codeExpired(code, now) && (attempt < 3 || !code.grant.client.id.endsWith('2'))
        },
      }
    }),
  },
  {
    id: 'token-13-updates-live-on',
    requirement: 'TOKEN-13',
    description: 'After the second use of a code its access token opens no read any more, but still PUT.',
    apply: updatingOn('PUT'),
  },
  {
    id: 'token-13-patch-lives-on',
    requirement: 'TOKEN-13',
    description: 'After the second use of a code its access token opens no read any more, but still PATCH.',
    apply: updatingOn('PATCH'),
  },
]
