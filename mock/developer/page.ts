import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { ActionError, actions } from './actions.ts'
import { controlApi } from './control.ts'
import { fromPage, ofThisMachine, securityHeaders, TOKEN_FIELD } from './guard.ts'
import { type Notice, render } from './render.ts'
import type { DeveloperState } from './state.ts'
import { style } from './style.ts'

const FORM_LIMIT_BYTES = 64 * 1024

/**
 * Builds the page for developers: `GET /` shows what the service stores, saw and sent, and each form of it is a
 * `POST` that leads back there. It works without scripts. Beneath `/_control` programs do the same.
 * @param port that it listens on; known once it does
 */
export function developerPage(state: DeveloperState, port: () => number): Hono {
  const app = new Hono()
  app.use(securityHeaders, bodyLimit({ maxSize: FORM_LIMIT_BYTES }), ofThisMachine(port))
  app.use(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
  app.route('/_control', controlApi(state))
  app.use(fromPage(state.formToken))
  app.get('/', (c) => {
    const done = actions.get(c.req.query('done') ?? '')?.done
    return c.html(render(state, done ? { role: 'status', text: done } : undefined))
  })
  app.get('/style.css', (c) => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }))
  app.post('/:action', async (c) => {
    const name = c.req.param('action')
    const action = actions.get(name)
    if (action === undefined) return c.notFound()
    try {
      const { [TOKEN_FIELD]: _, ...form } = await c.req.parseBody()
      await action.perform(state, form)
    } catch (error) {
      if (!(error instanceof ActionError)) throw error
      const notice: Notice = { role: 'alert', text: error.message }
      return c.html(render(state, notice), 400)
    }
    return c.redirect(`/?done=${name}#${action.section}`, 303)
  })
  app.notFound((c) => c.text('There is no such page: it is at /\n', 404))
  app.onError((_error, c) => c.text('The page failed.\n', 500))
  return app
}
