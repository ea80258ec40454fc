/** Why the API refuses a call. `RejectionPolicies.api` decides how each looks. */
export type RejectionKind =
  | 'no-token'
  | 'invalid-token'
  | 'expired-token'
  | 'foreign-donation'
  | 'unknown-donation'
  | 'malformed-body'
  | 'unsupported-media-type'
  | 'too-large'
  | 'invalid-field'
  | 'not-pledged'
  | 'unknown-route'
  | 'wrong-method'
  | 'failure'

/** One invalid or forbidden field of an update. */
export interface FieldComplaint {
  /** Its name; within the advisor, such as `advisor.email`. */
  readonly field: string
  readonly kind: 'invalid-field' | 'not-pledged'
  /** The rest of a sentence that begins with the field, such as `must be a string`. */
  readonly message: string
}

/** Thrown to refuse an API call. The reference service has changed nothing by then. */
export class Rejected extends Error {
  readonly kind: RejectionKind
  /** Every field at fault; empty where the refusal is not about fields. */
  readonly complaints: readonly FieldComplaint[]

  /** @param message one sentence for the response body */
  constructor(kind: RejectionKind, message: string, complaints: readonly FieldComplaint[] = []) {
    super(message)
    this.kind = kind
    this.complaints = complaints
  }
}
