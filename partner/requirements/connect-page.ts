import { InconclusiveError } from '../../contract/verdict.ts'
import type { Arrival } from '../browser/browser.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'

/** What an application answers to a path or a method that it does not know. */
const UNKNOWN: readonly (number | undefined)[] = [404, 405, 501]

/**
 * Tells a mistaken `PARTNER_CONNECT` from an application that sends its users elsewhere.
 * @param arrival where `GET` or `POST` of that page led.
 * @throws InconclusiveError where the application has no such page.
 */
export function requireConnectPage({ examination }: Trial, { browser }: Scenario, arrival: Arrival): void {
  const { method, path } = examination.config.connect
  const { status } = arrival.exchange.response ?? {}
  if (arrival.kind === 'answer' && browser.isApplication(arrival.url) && UNKNOWN.includes(status))
    throw new InconclusiveError(`${method} ${path} is answered with ${status}: it is no page to connect`, [
      'PARTNER_CONNECT',
    ])
}
