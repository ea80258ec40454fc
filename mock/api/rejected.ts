/** Why the API refuses a call. */
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

/** What is wrong with one field of an update. */
export interface FieldComplaint {
  readonly field: string
  readonly kind: 'invalid-field' | 'not-pledged'
  readonly message: string
}

/** Ends an API call with an error answer; nothing has been changed when it is thrown. */
export class Rejected extends Error {
  readonly kind: RejectionKind
  readonly complaints: readonly FieldComplaint[]

  constructor(kind: RejectionKind, message: string, complaints: readonly FieldComplaint[] = []) {
    super(message)
    this.kind = kind
    this.complaints = complaints
  }
}
