import type { HttpRequest } from '../../http.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken, Grant } from '../../store.ts'
import { bodyOf, changeOnRejection } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { permitting } from './bearer-access.ts'

const isUpdate = ({ method }: HttpRequest) => method === 'PUT' || method === 'PATCH'

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

/** Revokes an access token of a grant under which so many such requests came. */
function endingAfterSeveral(times: number, counts: (request: HttpRequest) => boolean): PolicyChange {
  const seen = new WeakMap<Grant, number>()
  return endingAfter((request, grant) => {
    if (!counts(request)) return false
    seen.set(grant, (seen.get(grant) ?? 0) + 1)
    return (seen.get(grant) ?? 0) >= times
  })
}

/** Has access tokens die so many milliseconds before their time. */
function dyingEarly(milliseconds: number): PolicyChange {
  return replace('bearer', ({ accessTokenExpired }) => ({
    accessTokenExpired: (token, now, request) => accessTokenExpired(token, now + milliseconds, request),
  }))
}

/** Compares what a header claims with the organizations of the token, in place of the donation's. */
function permittingBy(header: string): PolicyChange {
  return permitting(({ organizationIds }, _donation, request) =>
    organizationIds.includes(request.header(header) ?? ''),
  )
}

/** Faults of BEARER-4 to BEARER-6 and BEARER-9 that show at one value of an axis: how far and how long a token reaches. */
export const bearerNarrowReachFaults: readonly Fault[] = [
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
    apply: dyingEarly(1_800_000),
  },
  {
    id: 'bearer-4-dies-in-half-a-minute',
    requirement: 'BEARER-4',
    description: 'An access token lives half a minute, whatever expires_in says.',
    apply: dyingEarly(3_570_000),
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
    apply: permittingBy('x-organization-id'),
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
    apply: combine(
      permitting(({ organizationIds, refreshes }) => organizationIds.length === 0 && refreshes > 0),
    ),
  },
  {
    id: 'bearer-6-foreign-update-clears-designation',
    requirement: 'BEARER-6',
    description: 'The designation that is left out is cleared before the organizations are compared.',
    apply: changeOnRejection(['foreign-donation'], () => ({ designation_id: null })),
  },
  {
    id: 'bearer-6-expired-token-unlinks-advisor',
    requirement: 'BEARER-6',
    description: 'A call with an expired token gets its 401 after its null has unlinked the advisor.',
    apply: changeOnRejection(['expired-token'], ({ body }) =>
      body.advisor === null ? { advisor_id: null } : {},
    ),
  },
  {
    id: 'bearer-4-locked-after-three-malformed',
    requirement: 'BEARER-4',
    description: 'The third malformed body that comes with a token locks it.',
    apply: endingAfterSeveral(
      3,
      (request) => isUpdate(request) && new TextDecoder().decode(request.body).trim() === '{',
    ),
  },
  {
    id: 'bearer-5-advisor-unlinked-unasked',
    requirement: 'BEARER-5',
    description: 'Where an advisor is unlinked, the organizations are not compared.',
    apply: permitting(
      ({ organizationIds }, _donation, request) =>
        organizationIds.length > 0 && bodyOf(request).advisor === null,
    ),
  },
  {
    id: 'bearer-5-claim-of-an-account',
    requirement: 'BEARER-5',
    description: 'X-Account-Id is compared with the token, and the donation is not.',
    apply: permittingBy('x-account-id'),
  },
  {
    id: 'bearer-9-undesignated-donation-open',
    requirement: 'BEARER-9',
    description: 'Whoever owns nothing may update what has no designation.',
    apply: permitting(
      ({ organizationIds }, donation) => organizationIds.length === 0 && donation.designation_id === null,
    ),
  },
]
