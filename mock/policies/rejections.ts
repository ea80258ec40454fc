import type { Rejected, RejectionKind } from '../api/rejected.ts'
import { type Answer, type HttpRequest, json } from '../http.ts'
import type { OAuthErrorCode, OAuthProblem } from '../oauth/problem.ts'
import { noStore } from './token.ts'

/** Decisions about the responses that refuse a request. */
export interface RejectionPolicies {
  /** Of the token endpoint. */
  token(problem: OAuthProblem, request: HttpRequest): Answer
  /** Of the API. */
  api(rejected: Rejected, request: HttpRequest): Answer
}

const statuses: Readonly<Record<RejectionKind, number>> = {
  'no-token': 401,
  'invalid-token': 401,
  'expired-token': 401,
  'foreign-donation': 403,
  'unknown-donation': 404,
  'malformed-body': 400,
  'unsupported-media-type': 415,
  'too-large': 413,
  'invalid-field': 422,
  'not-pledged': 422,
  'unknown-route': 404,
  'wrong-method': 405,
  failure: 500,
}

const tokenStatuses: Readonly<Record<OAuthErrorCode, number>> = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  server_error: 500,
  invalid_target: 400,
}

const challenge = 'Bearer realm="donation-partner-api"'

/** The refusals of the reference service (contract, Errors; RFC 6749 §5.2; RFC 6750 §3). */
export const rejectionPolicies: RejectionPolicies = {
  token(problem, request) {
    const status = tokenStatuses[problem.error]
    // RFC 6749 §5.2: a client that used the Authorization header must get a challenge of the same scheme.
    const triedHeader = status === 401 && request.header('authorization') !== undefined
    return json(
      status,
      { error: problem.error, error_description: problem.message },
      triedHeader ? { ...noStore, 'www-authenticate': 'Basic realm="donation-partner-api"' } : noStore,
    )
  },
  api(rejected) {
    const { kind, message, complaints } = rejected
    const status = statuses[kind]
    // RFC 6750 §3.1: a request without credentials should get no error code.
    if (kind === 'no-token')
      return json(
        status,
        { error: 'unauthorized', error_description: message },
        { 'www-authenticate': challenge },
      )
    if (status === 401)
      return json(
        status,
        { error: 'invalid_token', error_description: message },
        { 'www-authenticate': `${challenge}, error="invalid_token", error_description="${message}"` },
      )
    const fields = complaints.map(({ field, message }) => ({ field, message }))
    return json(status, {
      error: kind.replaceAll('-', '_'),
      error_description: message,
      ...(fields.length > 0 && { fields }),
    })
  },
}
