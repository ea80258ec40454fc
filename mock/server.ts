import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createClock } from './clock.ts'
import { addSpentTokens, fixtureKeys } from './fixtures.ts'
import { apiHost, authHost } from './hosts.ts'
import { inspectorHost, webhookPath } from './inspector.ts'
import { contractPolicies, type Policies } from './policies/index.ts'
import type { Host } from './policies/transport.ts'
import { randomToken } from './random.ts'
import type { Service } from './service.ts'
import { type EnvironmentName, environmentNames } from './store.ts'
import { createWebhookSender } from './webhooks.ts'
import { seed } from './world.ts'

export interface MockOptions {
  /** First of five ports in a row; 0, the default, takes free ones. */
  readonly port?: number
  /** Where the service listens; the inspector stays on loopback. Default: 127.0.0.1. */
  readonly host?: string
  /** Added to every answer of the service. */
  readonly latencyMs?: number
  /** What the service's clock reads at the start, in milliseconds since the epoch. */
  readonly clockStart?: number
  /** Default: 10. */
  readonly codeLifetimeSeconds?: number
  readonly policies?: Policies
}

export interface MockService {
  readonly urls: {
    readonly sandboxAuth: string
    readonly sandboxApi: string
    readonly productionAuth: string
    readonly productionApi: string
    readonly inspector: string
  }
  readonly inspectorKey: string
  /** The SANDBOX_ and PRODUCTION_ keys of an environment file for this service. */
  readonly environment: Readonly<Record<string, string>>
  /** Stops listening and drops open connections and undelivered webhooks. */
  close(): Promise<void>
}

const MAX_HEADER_BYTES = 64 * 1024
/** Longer than clients keep idle connections, so that none meets a connection that has just been closed. */
const KEEP_ALIVE_MS = 60_000

const LOOPBACK = '127.0.0.1'
const hostNames = ['sandboxAuth', 'sandboxApi', 'productionAuth', 'productionApi', 'inspector'] as const
type HostName = (typeof hostNames)[number]

/** Starts the reference service or, with other policies, a variation of it. Throws where a port is taken. */
export async function startMock(options: MockOptions = {}): Promise<MockService> {
  const policies = policiesOf(options)
  const clock = createClock(options.clockStart)
  const stores = policies.data.openStores()
  const worlds = {
    sandbox: seed(stores.sandbox, policies.data),
    production: seed(stores.production, policies.data),
  }
  const spent = addSpentTokens(stores.sandbox, worlds.sandbox)
  const destinations = new Map<EnvironmentName, string>()
  const webhooks = createWebhookSender(destinations, policies.webhooks)
  const inspectorKey = randomToken()

  const servers: Server[] = []
  const listen = (name: HostName, listener: RequestListener) => {
    const server = createServer(
      { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
      listener,
    )
    servers.push(server)
    const port = options.port ? options.port + hostNames.indexOf(name) : 0
    return listening(server, name === 'inspector' ? LOOPBACK : (options.host ?? LOOPBACK), port)
  }
  const serve = (environment: EnvironmentName, role: Host['role']) => {
    const service: Service = {
      store: stores[environment],
      policies,
      clock,
      notify: (donation, method) => webhooks.send({ environment, donation, method }),
    }
    const app = role === 'auth' ? authHost(service) : apiHost(service)
    const host: Host = { environment, role, now: clock.now }
    const around = async (request: Request) => {
      if (options.latencyMs) await sleep(options.latencyMs)
      return policies.transport.around(request, async () => app.fetch(request), host)
    }
    const name = `${environment}${role === 'auth' ? 'Auth' : 'Api'}` as const
    return listen(name, policies.transport.listener(getRequestListener(around), host))
  }
  const close = async () => {
    await Promise.all([webhooks.close(), ...servers.map(stop)])
  }

  try {
    const urls = {
      sandboxAuth: await serve('sandbox', 'auth'),
      sandboxApi: await serve('sandbox', 'api'),
      productionAuth: await serve('production', 'auth'),
      productionApi: await serve('production', 'api'),
      inspector: await listen(
        'inspector',
        getRequestListener(inspectorHost({ stores, clock, webhooks }, inspectorKey).fetch),
      ),
    }
    for (const name of environmentNames) destinations.set(name, urls.inspector + webhookPath(name))
    const environment = {
      SANDBOX_AUTH_URL: urls.sandboxAuth,
      SANDBOX_API_URL: urls.sandboxApi,
      ...fixtureKeys(worlds.sandbox, policies.data),
      SANDBOX_EXPIRED_ACCESS_TOKEN: spent.accessToken,
      SANDBOX_REVOKED_REFRESH_TOKEN: spent.refreshToken,
      SANDBOX_CODE_LIFETIME_SECONDS: String(policies.authorization.codeLifetimeSeconds),
      PRODUCTION_AUTH_URL: urls.productionAuth,
      PRODUCTION_API_URL: urls.productionApi,
    }
    return { urls, inspectorKey, environment, close }
  } catch (error) {
    await close()
    throw error
  }
}

function policiesOf({ policies = contractPolicies, codeLifetimeSeconds }: MockOptions): Policies {
  if (codeLifetimeSeconds === undefined) return policies
  return { ...policies, authorization: { ...policies.authorization, codeLifetimeSeconds } }
}

/** Resolves to the server's URL once it listens. */
async function listening(server: Server, hostname: string, port: number): Promise<string> {
  server.listen(port, hostname)
  await once(server, 'listening')
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${actualPort}`
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
