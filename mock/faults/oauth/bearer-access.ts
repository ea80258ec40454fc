import type { RejectionKind } from '../../api/rejected.ts'
import { decodeForm, type HttpRequest } from '../../http.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken, Donation, Grant } from '../../store.ts'
import { bodyOf, changeOnRejection, donorTexts } from '../donation/stored.ts'
import type { Fault } from '../fault.ts'
import { readingAlso } from './bearer.ts'

/** Permits updates that the current policy forbids. */
export function permitting(
  permits: (grant: Grant, donation: Donation, request: HttpRequest) => boolean,
): PolicyChange {
  return replace('bearer', ({ mayUpdate }) => ({
    mayUpdate: (grant, donation, request) =>
      mayUpdate(grant, donation, request) || permits(grant, donation, request),
  }))
}

/** Refuses access tokens that the current policy takes. */
export function closing(isRefused: (token: AccessToken, method: string) => boolean): PolicyChange {
  return replace('bearer', ({ accessTokenRevoked }) => ({
    accessTokenRevoked: (token, store, request) =>
      isRefused(token, request.method) || accessTokenRevoked(token, store, request),
  }))
}

/** Replaces the WWW-Authenticate header of 401 answers; undefined removes it. */
function challenging(
  challenge: (rejected: RejectionKind, correct: string) => string | undefined,
): PolicyChange {
  return replace('rejections', ({ api }) => ({
    api(rejected, request) {
      const { status, headers, body } = api(rejected, request)
      const { 'www-authenticate': correct, ...others } = headers
      const value = correct === undefined ? undefined : challenge(rejected.kind, correct)
      return {
        status,
        headers: value === undefined ? others : { ...others, 'www-authenticate': value },
        body,
      }
    },
  }))
}

/** The faults that break BEARER-5 to BEARER-9. */
export const bearerAccessFaults: readonly Fault[] = [
  {
    id: 'bearer-5-organization-not-compared',
    requirement: 'BEARER-5',
    description: 'Whoever acts for some organization updates the donations of all.',
    apply: permitting(({ organizationIds }) => organizationIds.length > 0),
  },
  {
    id: 'bearer-5-put-not-compared',
    requirement: 'BEARER-5',
    description: 'The organization is compared in the handler of PATCH and forgotten in that of PUT.',
    apply: permitting(
      ({ organizationIds }, _donation, { method }) => organizationIds.length > 0 && method === 'PUT',
    ),
  },
  {
    id: 'bearer-5-empty-update-not-compared',
    requirement: 'BEARER-5',
    description: 'An update without fields answers with the donation of another organization.',
    apply: permitting(
      ({ organizationIds }, _donation, request) =>
        organizationIds.length > 0 && Object.keys(bodyOf(request)).length === 0,
    ),
  },
  {
    id: 'bearer-6-unauthenticated-update-applied',
    requirement: 'BEARER-6',
    description: 'A call without a token gets its 401 after the donor fields were stored.',
    apply: changeOnRejection(['no-token'], ({ body }) => donorTexts(body)),
  },
  {
    id: 'bearer-6-expired-token-update-applied',
    requirement: 'BEARER-6',
    description: 'A call with an expired token gets its 401 after the donor fields were stored.',
    apply: changeOnRejection(['expired-token'], ({ body }) => donorTexts(body)),
  },
  {
    id: 'bearer-6-invalid-token-put-applied',
    requirement: 'BEARER-6',
    description: 'A PUT with an unknown token gets its 401 after the donor fields were stored.',
    apply: changeOnRejection(['invalid-token'], ({ body, request }) =>
      request.method === 'PUT' ? donorTexts(body) : {},
    ),
  },
  {
    id: 'bearer-7-no-challenge',
    requirement: 'BEARER-7',
    description: '401 comes without WWW-Authenticate.',
    apply: challenging(() => undefined),
  },
  {
    id: 'bearer-7-basic-challenge',
    requirement: 'BEARER-7',
    description: '401 asks for HTTP Basic credentials.',
    apply: challenging((_kind, correct) => correct.replace(/^Bearer/, 'Basic')),
  },
  {
    id: 'bearer-7-challenge-without-token-only',
    requirement: 'BEARER-7',
    description: 'Only a call without a token gets a challenge; one with a wrong token gets none.',
    apply: challenging((kind, correct) => (kind === 'no-token' ? correct : undefined)),
  },
  {
    id: 'bearer-8-token-in-query',
    requirement: 'BEARER-8',
    description: 'An access token in the query string is accepted.',
    apply: readingAlso(({ query }) => decodeForm(query)?.find(([name]) => name === 'access_token')?.[1]),
  },
  {
    id: 'bearer-9-no-organizations-means-all',
    requirement: 'BEARER-9',
    description: 'An empty list of organizations is taken for no restriction.',
    apply: permitting(({ organizationIds }) => organizationIds.length === 0),
  },
  {
    id: 'bearer-9-settled-donations-open',
    requirement: 'BEARER-9',
    description: 'A user without organizations can update donations that are not pledged.',
    apply: permitting(
      ({ organizationIds }, { status }) => organizationIds.length === 0 && status !== 'pledged',
    ),
  },
]
