export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'server_error'

/** What was wrong with the request. Finer than the error code: it never leaves the service by itself. */
export type OAuthProblemReason =
  | 'malformed-request'
  | 'repeated-parameter'
  | 'missing-parameter'
  | 'unknown-grant-type'
  | 'wrong-credentials'
  | 'unknown-code'
  | 'foreign-code'
  | 'other-redirect-uri'
  | 'expired-code'
  | 'used-code'
  | 'unknown-refresh-token'
  | 'foreign-refresh-token'
  | 'revoked-refresh-token'
  | 'superseded-refresh-token'
  | 'failure'

/** Ends a token request with an OAuth error (RFC 6749, 5.2). */
export class OAuthProblem extends Error {
  readonly error: OAuthErrorCode
  readonly reason: OAuthProblemReason

  constructor(error: OAuthErrorCode, reason: OAuthProblemReason, description: string) {
    super(description)
    this.error = error
    this.reason = reason
  }
}
