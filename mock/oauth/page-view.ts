import type { Interaction } from '../store.ts'

/** What a login or approval page is rendered from. */
export interface PageView {
  /** The authorization request in progress; the form carries its id. */
  readonly interaction: Interaction
  /** Origin of the authorization host, such as `http://127.0.0.1:8080`. */
  readonly origin: string
  /** Why the page is shown again, such as a wrong password; absent when it is shown first. */
  readonly complaint?: string
}
