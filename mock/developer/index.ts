import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { startControlled } from '../controls.ts'
import type { SeenRequest } from '../observe.ts'
import { randomToken } from '../random.ts'
import { remember } from '../reset.ts'
import { listening, type MockOptions, type MockService, stop } from '../server.ts'
import type { Switches, SwitchKind } from '../switches.ts'
import { developerPage } from './page.ts'
import type { DatedWebhook } from './state.ts'

/** Older ones are dropped, so that a service that runs for weeks does not fill the memory. */
const KEPT = 100
/** In characters, of a body that is kept. */
const KEPT_OF_BODY = 4096

/** How to start a service with a page for developers. */
interface DevelopmentOptions extends Omit<MockOptions, 'policies' | 'onWebhook'> {
  readonly switches: Switches
}

/** A running service, with its page. */
export interface DevelopmentServer extends MockService {
  /** Where the page is. */
  readonly pageUrl: string
}

/**
 * Starts the service with a page for developers, which listens on 127.0.0.1 only: on the port after those of the
 * service where `port` is given, otherwise on a free one.
 * @returns the service, which already listens
 * @throws the Node error where a port cannot be opened
 */
export async function startDevelopmentServer(options: DevelopmentOptions): Promise<DevelopmentServer> {
  const { switches, onRequest, ...others } = options
  const requests: SeenRequest[] = []
  const webhooks: DatedWebhook[] = []
  const controls = await startControlled(switches, {
    ...others,
    onRequest(seen) {
      keep(requests, { ...seen, body: seen.body.slice(0, KEPT_OF_BODY) })
      onRequest?.(seen)
    },
    onWebhook: (webhook) => keep(webhooks, { ...webhook, at: controls.mock.clock.now() }),
  })
  const { mock } = controls
  const putBack = remember(mock.stores)
  const idsOf = (kind: SwitchKind) => switches.on(kind).map(({ id }) => id)
  const before = { faults: idsOf('fault'), variants: idsOf('variant') }
  const reset = () => {
    putBack()
    controls.use(before)
    controls.answers.forget()
    requests.length = 0
    webhooks.length = 0
  }
  let port = 0
  const state = { controls, requests, webhooks, reset, formToken: randomToken() }
  const page = developerPage(state, () => port)
  const answer = async (request: Request) => {
    const response = await page.fetch(request)
    await mock.saved()
    return response
  }
  const server = createServer(getRequestListener(answer))
  const close = async () => {
    await Promise.all([mock.close(), stop(server)])
  }
  const portOfPage = options.port ? options.port + Object.keys(mock.urls).length : 0
  try {
    const pageUrl = await listening(server, '127.0.0.1', portOfPage)
    port = Number(new URL(pageUrl).port)
    return { ...mock, pageUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}

function keep<Item>(items: Item[], item: Item): void {
  items.push(item)
  if (items.length > KEPT) items.shift()
}
