import type { Exchange } from '../../client/http/exchange.ts'
import type { Sending } from '../browser/browser.ts'

/** A flow that the application began: what it sends the user to the authorization endpoint with. */
export interface Flow {
  readonly sending: Sending
  readonly parameters: URLSearchParams
  /** The answer that sends the user there. */
  readonly exchange: Exchange
}
