import type { Clock } from './clock.ts'
import type { Policies } from './policies/index.ts'
import type { Donation, Store } from './store.ts'

/** One environment of the mock, as request handlers get it. */
export interface Service {
  readonly store: Store
  readonly policies: Policies
  readonly clock: Clock
  /** Queues a webhook about an update by this HTTP method. Returns at once and never throws. */
  notify(donation: Donation, method: string): void
}
