import type { PreparedAnswers } from '../answers.ts'
import type { SeenRequest } from '../observe.ts'
import type { MockService } from '../server.ts'
import type { Switches } from '../switches.ts'
import type { SentWebhook } from '../webhooks.ts'

/** What the page shows and changes. */
export interface DeveloperState {
  readonly mock: MockService
  readonly switches: Switches
  readonly answers: PreparedAnswers
  /** Oldest first; only the newest are kept. */
  readonly requests: readonly SeenRequest[]
  /** Oldest first; only the newest are kept. */
  readonly webhooks: readonly DatedWebhook[]
  /** Proves that a form came from the page. */
  readonly formToken: string
}

/** A webhook, with the service's time at which it was delivered or dropped. */
export type DatedWebhook = SentWebhook & { readonly at: number }
