import type { Agent } from 'undici'
import type { DonationEvent, WebhookPolicies } from './policies/webhooks.ts'
import { type EnvironmentName, environmentNames } from './store.ts'

/** How long events are gathered, so that a burst of updates does not become a burst of deliveries. */
const GATHER_MS = 20
const DELIVERY_TIMEOUT_MS = 2000

export interface WebhookSender {
  /** Queues the event for its destinations. */
  send(event: DonationEvent): void
  /** Resolves once everything queued so far has been delivered or given up. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Delivers donation events to the registered destinations, several in one POST. What fails is dropped. */
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
    // Loaded for the first delivery: most uses of the mock start without one.
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
