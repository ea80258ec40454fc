import { Hono } from 'hono'
import { z } from 'zod'
import type { WebhookDelivery } from '../contract/inspector.ts'
import type { Clock } from './clock.ts'
import { expireAccessToken, expireCode, revokeRefreshToken } from './endings.ts'
import { sameAddress } from './policies/advisors.ts'
import type { EnvironmentName, Store, Stores } from './store.ts'
import { environmentNames, inspectAdvisor, inspectDonation } from './store.ts'
import type { WebhookSender } from './webhooks.ts'

/** Older webhooks are dropped, so that a mock that runs for weeks does not fill the memory. */
const KEPT_DELIVERIES = 1000

const tokenSchema = z.object({ token: z.string() })
const secondsSchema = z.object({ seconds: z.number() })

/** The parts of the mock that the inspector reads and changes. */
interface InspectedService {
  readonly stores: Stores
  readonly clock: Clock
  readonly webhooks: WebhookSender
}

/** The path on the inspector's host that serves as the webhook destination of an environment. */
export function webhookPath(environment: EnvironmentName): string {
  return `/webhooks/${environment}/receive`
}

/**
 * Builds the inspector's host (see contract/inspector.ts), which also receives the webhooks of the mock.
 * @param key bearer token that every request must carry, except for webhooks
 */
export function inspectorHost(service: InspectedService, key: string): Hono {
  const { clock } = service
  const stores = Object.values(service.stores)
  const deliveries: WebhookDelivery[] = []
  let received = 0
  const app = new Hono()

  for (const destination of environmentNames) {
    app.post(webhookPath(destination), async (c) => {
      const receivedAt = new Date(clock.now()).toISOString()
      deliveries.push({ destination, receivedAt, headers: c.req.header(), body: await c.req.text() })
      received += 1
      if (deliveries.length > KEPT_DELIVERIES) deliveries.shift()
      return c.body(null, 204)
    })
  }

  app.use(async (c, next) => {
    if (c.req.header('authorization') !== `Bearer ${key}`) return c.json({ error: 'wrong key' }, 401)
    return next()
  })
  app.get('/donations/:id', (c) => {
    const id = c.req.param('id')
    for (const store of stores) {
      const donation = store.donations.get(id)
      if (donation !== undefined) return c.json(inspectDonation(store, donation))
    }
    return c.notFound()
  })
  app.get('/advisors', (c) => {
    const email = c.req.query('email') ?? ''
    const all = stores.flatMap(({ advisors }) => [...advisors.values()])
    return c.json({
      advisors: all.filter((advisor) => sameAddress(advisor.email, email)).map(inspectAdvisor),
    })
  })
  app.get('/webhooks', async (c) => {
    await service.webhooks.settled()
    const news = received - (Number(c.req.query('after')) || 0)
    return c.json({ received, deliveries: deliveries.slice(Math.max(0, deliveries.length - news)) })
  })
  app.post('/clock/advance', async (c) => {
    const body = secondsSchema.safeParse(await c.req.json())
    if (!body.success) return c.json({ error: 'seconds must be a number' }, 400)
    clock.advance(body.data.seconds)
    return c.body(null, 204)
  })

  const changes: Readonly<Record<string, (store: Store, token: string) => boolean>> = {
    '/codes/expire': expireCode,
    '/access-tokens/expire': expireAccessToken,
    '/refresh-tokens/revoke': revokeRefreshToken,
  }
  for (const [path, change] of Object.entries(changes)) {
    app.post(path, async (c) => {
      const body = tokenSchema.safeParse(await c.req.json())
      if (!body.success) return c.json({ error: 'token must be a string' }, 400)
      const found = stores.filter((store) => change(store, body.data.token))
      return found.length > 0 ? c.body(null, 204) : c.notFound()
    })
  }
  app.notFound((c) => c.json({ error: 'not found' }, 404))
  app.onError((_error, c) => c.json({ error: 'the body must be JSON' }, 400))
  return app
}
