import type { Agent } from 'undici'
import type { DonationEvent, WebhookPolicies } from './policies/webhooks.ts'
import { type EnvironmentName, environmentNames } from './store.ts'

/** How long events are collected before delivery, so that many updates cause few deliveries. */
const GATHER_MS = 20
const DELIVERY_TIMEOUT_MS = 2000

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
 */
export function createWebhookSender(
  registered: ReadonlyMap<EnvironmentName, string>,
  policies: WebhookPolicies,
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
    const { body: answer } = await request(url, { method: 'POST', headers, body, dispatcher: opened })
    await answer.dump()
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
      for (const destination of policies.destinations(event))
        queues[destination].push(policies.payload(event))
      timer ??= setTimeout(flush, GATHER_MS)
    },
    settled: flush,
    async close() {
      clearTimeout(timer)
      await opened?.destroy()
    },
  }
}
