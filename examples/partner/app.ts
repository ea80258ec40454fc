import { type Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import { z } from 'zod'
import { application } from './application.ts'
import type { Served } from './customers.ts'
import { beginFlow, finishFlow } from './flows.ts'
import type { Policies } from './policies/index.ts'
import { typedFields } from './policies/pages.ts'
import { requestedUpdate } from './requested-update.ts'
import { sessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import { updateDonation } from './updates.ts'

const pick = z.object({ organization_id: z.string() })

/** The web application: a page to connect, to pick an organization and to edit a donation, and what is behind it. */
export function createApp(settings: Settings, policies: Policies): Hono<Served> {
  const app = application(settings, policies)
  const { pages, organizations } = policies
  const { origin, pathname } = new URL(settings.redirectUri)
  const origins = [origin, `http://127.0.0.1:${settings.port}`]

  return new Hono<Served>()
    .use(csrf({ origin: origins }))
    .use(sessions(policies.sessions))
    .get('/', (c) => pages.home(c))
    .get('/connect', (c) => pages.authorize(c, beginFlow(app, c.var.customer)))
    .get(pathname, async (c) => {
      const question = await pages.beforeConnecting(c)
      if (question) return question
      try {
        await finishFlow(app, c.var.customer, new URL(c.req.url).searchParams)
      } catch (error) {
        log(error)
        return pages.notConnected(c)
      }
      return pages.connected(c)
    })
    .get('/connection', (c) => pages.state(c))
    .post('/organization', async (c) => {
      const { connection } = c.var.customer
      const { data } = pick.safeParse(await sent(c))
      const isTaken = connection && data && organizations.choose(connection, data.organization_id)
      return isTaken ? pages.chosen(c) : c.json({ message: 'No organization of yours' }, 400)
    })
    .post('/update', async (c) => {
      const { data } = requestedUpdate.safeParse(await sent(c))
      if (data === undefined) return pages.malformed(c)
      return pages.updated(c, await updateDonation(app, c.var.customer, data))
    })
    .notFound((c) => pages.notFound(c))
    .onError((error, c) => {
      log(error)
      return c.json({ message: 'Something went wrong here' }, 500)
    })
}

/** What a program or a form sent, not checked. */
async function sent(c: Context<Served>): Promise<unknown> {
  const isJson = c.req.header('content-type')?.startsWith('application/json')
  return isJson ? c.req.json().catch(() => undefined) : typedFields(await c.req.parseBody({ dot: true }))
}

/** Names the error and no more: its details may hold a code or a token. */
function log(error: unknown): void {
  console.error(error instanceof Error ? error.name : 'failed')
}
