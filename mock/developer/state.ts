import type { Controls } from '../controls.ts'
import type { SeenRequest } from '../observe.ts'
import type { SentWebhook } from '../webhooks.ts'

/** What the page shows and changes. */
export interface DeveloperState {
  readonly controls: Controls
  /** Oldest first; only the newest are kept. */
  readonly requests: readonly SeenRequest[]
  /** Oldest first; only the newest are kept. */
  readonly webhooks: readonly DatedWebhook[]
  /** Makes all as it was at the start, but for the clock, which never goes back, and where webhooks go. */
  reset(): void
  /** Proves that a form came from the page. */
  readonly formToken: string
}

/** A webhook, with the service's time at which it was delivered or dropped. */
export type DatedWebhook = SentWebhook & { readonly at: number }
