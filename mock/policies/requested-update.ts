import type { HttpRequest } from '../http.ts'
import type { Donation, Store } from '../store.ts'

/** A JSON object as the caller sent it: no field is known to be valid. */
export type UpdateBody = Readonly<Record<string, unknown>>

/**
 * An update whose caller is authorized to make it. Its fields are not validated yet, and nothing is stored.
 */
export interface Update {
  readonly store: Store
  readonly request: HttpRequest
  /** The donation before the update. */
  readonly donation: Donation
  readonly body: UpdateBody
}
