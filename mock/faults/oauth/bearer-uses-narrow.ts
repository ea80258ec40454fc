import { Rejected } from '../../api/rejected.ts'
import type { HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken } from '../../store.ts'
import { bodyOf, has } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { readingAlso } from './bearer.ts'
import { permitting } from './bearer-access.ts'

/** Lets access tokens of users with so many organizations work only so often. */
function workingFor(uses: number, isMeant: (organizations: number) => boolean): PolicyChange {
  return replace('bearer', ({ accessTokenRevoked }) => {
    const seen = new WeakMap<AccessToken, number>()
    return {
      accessTokenRevoked(token, store, request) {
        const use = (seen.get(token) ?? 0) + 1
        seen.set(token, use)
        const isOver = use > uses && isMeant(token.grant.organizationIds.length)
        return isOver || accessTokenRevoked(token, store, request)
      },
    }
  })
}

/** Reads a token from the query under this name. */
function readingQuery(name: string): PolicyChange {
  return readingAlso(({ query }: HttpRequest) => new URLSearchParams(query).get(name) ?? undefined)
}

/** Answers an update that came before with the answer that it got then, whoever asks. */
const answeringFromCache: PolicyChange = replace('transport', ({ around }) => {
  const known = new Map<string, Response>()
  return {
    async around(request, next, host) {
      if (host.role !== 'api' || request.method === 'GET') return around(request, next, host)
      const key = `${request.method} ${request.url} ${await request.clone().text()}`
      const kept = request.headers.has('authorization') ? undefined : known.get(key)
      if (kept) return kept.clone()
      const response = await around(request, next, host)
      if (response.ok) known.set(key, response.clone())
      return response
    },
  }
})

/** Faults of BEARER-1 to BEARER-9 that show in a token's later uses, or in one member of a body. */
export const bearerUsesNarrowFaults: readonly Fault[] = [
  {
    id: 'bearer-1-answered-from-cache',
    requirement: 'BEARER-1',
    description: 'A cache answers an update without a token as it was answered with one.',
    apply: answeringFromCache,
  },
  {
    id: 'bearer-3-quantity-not-checked',
    requirement: 'BEARER-3',
    description:
      'An update of the quantity goes another way, on which nobody asks whether the token has expired.',
    apply: replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired: (token, now, request) =>
        !has(bodyOf(request), 'quantity') && accessTokenExpired(token, now, request),
    })),
  },
  {
    id: 'bearer-3-fields-checked-before-expiry',
    requirement: 'BEARER-3',
    description: 'An update by PUT with an expired token and a wrong name is refused for the name.',
    apply: replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired(token, now, request) {
        const isExpired = accessTokenExpired(token, now, request)
        const isWrong = request.method === 'PUT' && typeof bodyOf(request).donor_first_name === 'number'
        if (isExpired && isWrong) throw new Rejected('invalid-field', 'A name must be a string.')
        return isExpired
      },
    })),
  },
  {
    id: 'bearer-4-sixty-uses',
    requirement: 'BEARER-4',
    description: 'A token is refused once it was used sixty times.',
    apply: workingFor(60, () => true),
  },
  {
    id: 'bearer-4-one-use-without-organization',
    requirement: 'BEARER-4',
    description: 'The access token of a user without organizations works once.',
    apply: workingFor(1, (organizations) => organizations === 0),
  },
  {
    id: 'bearer-4-two-uses-with-several-organizations',
    requirement: 'BEARER-4',
    description: 'The access token of a user with several organizations works twice.',
    apply: workingFor(2, (organizations) => organizations > 1),
  },
  {
    id: 'bearer-5-postal-code-is-free',
    requirement: 'BEARER-5',
    description: 'Updates of a postal code are let through to donations of any organization.',
    apply: permitting(
      ({ organizationIds }, _, request) =>
        organizationIds.length > 0 && has(bodyOf(request), 'donor_postal_code'),
    ),
  },
  {
    id: 'bearer-8-name-of-a-list',
    requirement: 'BEARER-8',
    description: 'A token is taken from a list in the query.',
    apply: readingQuery('access_token[0]'),
  },
  {
    id: 'bearer-8-api-token',
    requirement: 'BEARER-8',
    description: 'A token is taken from the query under the name api_token.',
    apply: readingQuery('api_token'),
  },
  {
    id: 'bearer-9-designation-is-free',
    requirement: 'BEARER-9',
    description: 'A user without organizations can update whatever comes with a designation.',
    apply: permitting(
      ({ organizationIds }, _, request) =>
        organizationIds.length === 0 && typeof bodyOf(request).designation_id === 'string',
    ),
  },
]
