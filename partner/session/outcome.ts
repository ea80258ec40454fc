import type { Exchange } from '../../client/http/exchange.ts'
import { parseUrl } from '../../client/http/url.ts'
import type { Browser, Sending } from '../browser/browser.ts'
import type { Endpoint } from '../environment/config.ts'
import type { Call } from '../service/call.ts'

/**
 * What became of an update: the service took it, the user has to connect or choose first, the application refuses the
 * changes, the service failed, or the application gave no answer; `accepted` where the application answered that it
 * would be done later, and the service did not take what came.
 */
export type UpdateOutcome = 'done' | 'connect' | 'refused' | 'failed' | 'silent' | 'accepted'

/** What became of an update: the application's answer, and what arrived at the service meanwhile. */
export interface UpdateAttempt {
  readonly outcome: UpdateOutcome
  readonly exchange: Exchange
  /** Of this customer, in the order in which they arrived. */
  readonly calls: readonly Call[]
  /** Those among them that update the donation. */
  readonly sent: readonly Call[]
  /** Those that do, and do what an earlier update was to do. */
  readonly late: readonly Call[]
}

/** Times that a user asks once more of an application that is busy, and how long they wait at most, in milliseconds. */
const MOST_RETRIES = 2
const LONGEST_WAIT_MS = 3_000

/**
 * Asks for an update, and once more where the application is too busy for it now and says when to come back (RFC 9110
 * §10.2.3), such as while it refreshes.
 * @param isSent whether the service was asked already: then it is no wait of the application's own
 */
export async function sentWhenFree(
  send: () => Promise<Exchange>,
  wait: (milliseconds: number) => Promise<void>,
  isSent: () => boolean,
): Promise<Exchange> {
  let exchange = await send()
  for (let retry = 1; retry <= MOST_RETRIES && !isSent(); retry++) {
    const { status, headers } = exchange.response ?? {}
    const waitMs = Number(headers?.['retry-after']?.[0] ?? Number.NaN) * 1_000
    if ((status !== 503 && status !== 429) || !(waitMs <= LONGEST_WAIT_MS)) break
    await wait(waitMs)
    exchange = await send()
  }
  return exchange
}

/** Reads the answer to an update; a redirect is followed to see where it leads. */
export async function updateOutcome(
  browser: Browser,
  { url }: Sending,
  { response }: Exchange,
  connect: Endpoint,
): Promise<UpdateOutcome> {
  if (response === undefined) return 'silent'
  const { status } = response
  if (status >= 200 && status < 300) return 'done'
  if (status >= 500) return 'failed'
  if (status >= 400) return [401, 403, 409].includes(status) ? 'connect' : 'refused'
  const target = parseUrl(response.headers.location?.[0] ?? '', url)
  if (target === undefined) return 'refused'
  if (browser.isAuthorization(target) || isConnect(browser, target, connect)) return 'connect'
  if (!browser.isApplication(target)) return 'refused'
  const arrival = await browser.open({ method: 'GET', url: target })
  if (arrival.kind === 'authorization') return 'connect'
  if (arrival.exchange.failure) return 'silent'
  if (arrival.kind !== 'answer') return 'failed'
  if (isConnect(browser, arrival.url, connect)) return 'connect'
  const landed = arrival.exchange.response?.status ?? 0
  if (landed >= 500) return 'failed'
  if (landed >= 400) return [401, 403, 409].includes(landed) ? 'connect' : 'refused'
  return 'done'
}

function isConnect(browser: Browser, url: URL, { path }: Endpoint): boolean {
  return browser.isApplication(url) && url.pathname === browser.at(path).pathname
}
