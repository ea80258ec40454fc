import type { RequirementId } from '../contract/index.ts'
import { Rejected, type RejectionKind } from './api/rejected.ts'
import type { OAuthProblem, OAuthProblemReason } from './oauth/problem.ts'
import { isObject } from './policies/rules.ts'

/** Why the service refused a request, where it did. */
export type RefusalReason = OAuthProblem | Rejected

/** A request and its answer, as far as they tell what was tried. */
export interface HandledRequest {
  readonly method: string
  /** Without the query. */
  readonly pathname: string
  readonly body: string
  readonly status: number
  /** The header of this name of the answer. */
  readonly location: string | undefined
  readonly refusal: RefusalReason | undefined
}

const ORGANIZATIONS = '/v1/organizations'

type Ids = readonly RequirementId[]

/** Of the token endpoint, by the reason of the refusal. */
const refusedTokens: Readonly<Record<OAuthProblemReason, Ids>> = {
  'malformed-request': ['TOKEN-14'],
  'repeated-parameter': ['TOKEN-17'],
  'missing-parameter': ['TOKEN-10'],
  'unknown-grant-type': ['TOKEN-11'],
  'wrong-credentials': ['TOKEN-8'],
  'unknown-code': ['TOKEN-5'],
  'foreign-code': ['TOKEN-7'],
  'other-redirect-uri': ['TOKEN-9'],
  'expired-code': ['TOKEN-6'],
  'used-code': ['TOKEN-3', 'TOKEN-13'],
  'unknown-refresh-token': ['REFRESH-5'],
  'foreign-refresh-token': ['REFRESH-8'],
  'revoked-refresh-token': ['REFRESH-6'],
  'superseded-refresh-token': ['REFRESH-4'],
  failure: ['ERROR-2'],
}

/** Of the API, by the kind of the refusal. */
const refusedCalls: Readonly<Record<RejectionKind, Ids>> = {
  'no-token': ['BEARER-1', 'BEARER-7'],
  'invalid-token': ['BEARER-2', 'BEARER-7'],
  'expired-token': ['BEARER-3', 'BEARER-7'],
  'foreign-donation': ['BEARER-5'],
  'unknown-donation': ['UPDATE-14'],
  'malformed-body': ['UPDATE-7'],
  'unsupported-media-type': ['UPDATE-18'],
  'too-large': ['ERROR-4'],
  'invalid-field': ['UPDATE-12'],
  'not-pledged': ['PLEDGED-2'],
  'unknown-route': ['VERSION-1'],
  'wrong-method': ['ERROR-4'],
  failure: ['ERROR-2'],
}

/** Of an update that is refused for a field, by the field; `UPDATE-12` for all others. */
const refusedFields: Readonly<Record<string, Ids>> = {
  donor_country: ['UPDATE-10'],
  donor_email: ['UPDATE-11'],
  designation_id: ['DESIGNATION-2', 'DESIGNATION-3', 'DESIGNATION-4'],
  advisor: ['ADVISOR-6'],
  'advisor.email': ['ADVISOR-2', 'ADVISOR-5'],
  quantity: ['PLEDGED-5'],
  identifier: ['PLEDGED-5'],
  source: ['PLEDGED-5'],
}

/** Of the authorization endpoint, by the error that the callback reports (RFC 6749 §4.1.2.1). */
const refusedAuthorizations: Readonly<Record<string, Ids>> = {
  invalid_request: ['AUTHZ-4', 'AUTHZ-11'],
  unsupported_response_type: ['AUTHZ-4'],
  invalid_scope: ['AUTHZ-8'],
  access_denied: ['AUTHZ-10'],
}

/** Of the token endpoint, by the type of a grant that succeeds. */
const grants: Readonly<Record<string, Ids>> = {
  authorization_code: ['TOKEN-1', 'TOKEN-2'],
  refresh_token: ['REFRESH-1', 'REFRESH-3'],
}

/**
 * The requirements that a request touches: those that say how it has to be answered.
 * @returns ids, the most telling ones and no more; none where the contract does not know such a request
 */
export function requirementsTouched(request: HandledRequest): Ids {
  const { pathname, status, refusal } = request
  if (refusal instanceof Rejected) return refusedCall(refusal, pathname)
  if (refusal !== undefined) return refusedToken(refusal, grantTypeIn(request.body))
  if (status === 429) return ['LIMIT-1']
  if (status >= 500) return ['ERROR-2']
  if (pathname === '/oauth2/authorize') return authorization(request)
  if (pathname === '/oauth2/token') return grants[grantTypeIn(request.body) ?? ''] ?? []
  if (pathname === ORGANIZATIONS) return ['ORG-5']
  return /^\/v1\/donations\/./.test(pathname) ? update(request) : []
}

function grantTypeIn(form: string): string | undefined {
  return new URLSearchParams(form).get('grant_type') ?? undefined
}

function refusedToken({ reason }: OAuthProblem, grantType: string | undefined): Ids {
  const isAboutClient = reason === 'wrong-credentials' || reason === 'missing-parameter'
  return isAboutClient && grantType === 'refresh_token' ? ['REFRESH-7'] : refusedTokens[reason]
}

function refusedCall({ kind, complaints }: Rejected, pathname: string): Ids {
  // What is said of tokens that are missing, strange or expired is said of updates.
  if (pathname === ORGANIZATIONS && kind.endsWith('-token')) return ['ORG-5', 'BEARER-7']
  if (kind !== 'invalid-field') return refusedCalls[kind]
  const ids = complaints.flatMap(({ field }) => refusedField(field))
  return [...new Set(ids)]
}

function refusedField(field: string): Ids {
  return (
    refusedFields[field] ?? (field.startsWith('advisor.') ? ['ADVISOR-5'] : refusedCalls['invalid-field'])
  )
}

function authorization({ method, status, location }: HandledRequest): Ids {
  // A wrong password is a 4xx as well, but no matter of the request that the partner made.
  if (status >= 400 && method === 'GET') return ['AUTHZ-5', 'AUTHZ-6']
  const callback = location && URL.canParse(location) ? new URL(location).searchParams : undefined
  const error = callback?.get('error')
  if (error) return refusedAuthorizations[error] ?? []
  return callback ? ['AUTHZ-1', 'AUTHZ-2'] : ['AUTHZ-1']
}

/** Of an update that succeeds: also what it says by leaving members out. */
function update({ body }: HandledRequest): Ids {
  const sent = objectIn(body)
  const members = Object.keys(sent)
  const setsPledged = ['quantity', 'identifier', 'source'].some((field) => members.includes(field))
  return [
    'UPDATE-1',
    members.length > 0 ? 'UPDATE-3' : 'UPDATE-6',
    ...(setsPledged ? (['PLEDGED-1'] as const) : []),
    byPresence(sent.designation_id, 'DESIGNATION-1', 'DESIGNATION-5', 'DESIGNATION-6'),
    byPresence(sent.advisor, 'ADVISOR-1', 'ADVISOR-3', 'ADVISOR-4'),
  ]
}

function byPresence<Id>(value: unknown, given: Id, none: Id, absent: Id): Id {
  if (value === undefined) return absent
  return value === null ? none : given
}

function objectIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
