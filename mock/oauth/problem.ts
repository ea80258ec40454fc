/**
 * The `error` values that the token endpoint answers with (RFC 6749 §5.2); the last only where it knows `resource`
 * (RFC 8707 §2).
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'server_error'
  | 'invalid_target'

/** What is wrong with a token request. More precise than the error code, and not shown in the response. */
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

/** Thrown to refuse a token request (RFC 6749 §5.2). `RejectionPolicies.token` decides how it looks. */
export class OAuthProblem extends Error {
  readonly error: OAuthErrorCode
  readonly reason: OAuthProblemReason

  /** @param description becomes `error_description` */
  constructor(error: OAuthErrorCode, reason: OAuthProblemReason, description: string) {
    super(description)
    this.error = error
    this.reason = reason
  }
}
