import { type Context, Hono } from 'hono'
import { inspectDonation } from '../store.ts'
import { ActionError, actions } from './actions.ts'
import { fromProgram } from './guard.ts'
import type { DeveloperState } from './state.ts'

/**
 * Builds the control API: what the page does and shows, in JSON, for tests in any language. `GET /` says what there is.
 */
export function controlApi(state: DeveloperState): Hono {
  const { mock } = state.controls
  const app = new Hono()
  app.use(fromProgram)
  app.get('/', (c) => c.json(Object.fromEntries([...actions].map(([name, { takes }]) => [name, takes()]))))
  app.get('/requests', (c) => c.json(state.requests))
  app.get('/webhooks', async (c) => {
    await mock.webhooks.settled()
    return c.json(state.webhooks)
  })
  app.get('/donations/:id', (c) => {
    const id = c.req.param('id')
    for (const store of Object.values(mock.stores)) {
      const donation = store.donations.get(id)
      if (donation) return c.json(inspectDonation(store, donation))
    }
    return refusal(c, 404, 'there is no such donation')
  })
  app.post('/:action', async (c) => {
    const action = actions.get(c.req.param('action'))
    if (action === undefined) return refusal(c, 404, 'there is no such action: GET /_control lists them')
    try {
      const given = await action.perform(state, await readJson(c))
      return given === undefined ? c.body(null, 204) : c.json(given)
    } catch (error) {
      if (error instanceof ActionError) return refusal(c, 400, error.message)
      throw error
    }
  })
  app.all('*', (c) => refusal(c, 404, 'there is no such thing: GET /_control lists the actions'))
  app.onError((_error, c) => refusal(c, 500, 'the control API failed'))
  return app
}

/** @throws ActionError where there is no JSON; nothing at all is the empty object. */
async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    throw new ActionError('the body must be JSON')
  }
}

function refusal(c: Context, status: 400 | 404 | 500, error: string): Response {
  return c.json({ error }, status)
}
