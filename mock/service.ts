import type { Clock } from './clock.ts'
import type { Policies } from './policies/index.ts'
import type { Donation, Store } from './store.ts'

/** One environment of the running service: what a request handler works with. */
export interface Service {
  readonly store: Store
  readonly policies: Policies
  readonly clock: Clock
  /** Queues a webhook about an update. Never waits, never fails. */
  notify(donation: Donation, method: string): void
}
