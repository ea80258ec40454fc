import type { Agent } from 'undici'
import type { DonationEvent, WebhookPolicies } from './policies/webhooks.ts'
import { type EnvironmentName, environmentNames } from './store.ts'

/** How long events are collected before delivery, so that many updates cause few deliveries. */
const GATHER_MS = 20
const DELIVERY_TIMEOUT_MS = 2000

/** A webhook that left the service, and what became of it. */
export interface SentWebhook {
  readonly destination: EnvironmentName
  readonly url: string
  readonly body: string
  /** The status of the answer, or why there is none. */
  readonly outcome: number | string
}

/** Delivers webhooks in the background. */
export interface WebhookSender {
  /** Queues an event for its destinations. Returns at once. */
  send(event: DonationEvent): void
  /** Delivers all queued events now; resolves when they have been delivered or dropped. */
  settled(): Promise<void>
  /** Drops queued events and closes all connections. */
  close(): Promise<void>
}

/**
 * Creates a sender that posts JSON, with several events in one body `{ events }`. It drops failed deliveries.
 * @param registered URLs of the webhook destinations; read at delivery, so that they can be added later
 * @param policies those in force; asked for at each event
 * @param onSent is told of each webhook once it was delivered or dropped
 */
export function createWebhookSender(
  registered: ReadonlyMap<EnvironmentName, string>,
  policies: () => WebhookPolicies,
  onSent: (webhook: SentWebhook) => void = () => {},
): WebhookSender {
  let opened: Agent | undefined
  const queues: Record<EnvironmentName, unknown[]> = { sandbox: [], production: [] }
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> = Promise.resolve()

  const deliver = async (destination: EnvironmentName, events: unknown[]) => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ events })
    const url = registered.get(destination)
    if (url === undefined) return
    // Imported at the first delivery, so that the mock starts faster.
    const { Agent, request } = await import('undici')
    opened ??= new Agent({ headersTimeout: DELIVERY_TIMEOUT_MS, connect: { timeout: DELIVERY_TIMEOUT_MS } })
    const sent = await request(url, { method: 'POST', headers, body, dispatcher: opened }).catch(reasonOf)
    onSent({ destination, url, body, outcome: typeof sent === 'string' ? sent : sent.statusCode })
    if (typeof sent !== 'string') await sent.body.dump()
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const deliveries = environmentNames.flatMap((name) => {
      const events = queues[name].splice(0)
      return events.length === 0 ? [] : [deliver(name, events)]
    })
    underWay = Promise.allSettled([underWay, ...deliveries]).then(() => undefined)
    return underWay
  }

  return {
    send(event) {
      const inForce = policies()
      for (const destination of inForce.destinations(event)) queues[destination].push(inForce.payload(event))
      timer ??= setTimeout(flush, GATHER_MS)
    },
    settled: flush,
    async close() {
      clearTimeout(timer)
      await opened?.destroy()
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
