import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { addClients, type ClientSetup } from './clients.ts'
import { type Clock, createClock } from './clock.ts'
import { addSpentTokens, fixtureKeys } from './fixtures.ts'
import { apiHost, authHost } from './hosts.ts'
import { inspectorHost, webhookPath } from './inspector.ts'
import { notingRefusals, observe, type SeenRequest } from './observe.ts'
import { contractPolicies, type Policies } from './policies/index.ts'
import type { Host } from './policies/transport.ts'
import { randomToken } from './random.ts'
import type { Service } from './service.ts'
import { StateKeeper } from './state/keep.ts'
import { restoreState } from './state/restore.ts'
import type { StateFile } from './state/state-file.ts'
import { type EnvironmentName, environmentNames, type Stores } from './store.ts'
import { createWebhookSender, type SentWebhook, type WebhookSender } from './webhooks.ts'
import { seed } from './world.ts'

/** How to start a mock; every option has a default. */
export interface MockOptions {
  /** The first of five consecutive ports. Default: 0, which takes any free ports. */
  readonly port?: number
  /** The address to listen on. Default: 127.0.0.1. The inspector always listens on 127.0.0.1. */
  readonly host?: string
  /** Delay before every response, in milliseconds; the inspector has none. Default: 0. */
  readonly latencyMs?: number
  /** What the mock's clock first reads, in milliseconds since the epoch. Default: the current time. */
  readonly clockStart?: number
  /** Lifetime of authorization codes, in seconds. Default: that of the policies, usually 10. */
  readonly codeLifetimeSeconds?: number
  /** URLs that webhooks are delivered to, by environment. Default: those that the inspector shows. */
  readonly webhookDestinations?: Readonly<Partial<Record<EnvironmentName, string>>>
  /** Partner applications of the sandbox, besides those of `environment`. */
  readonly clients?: readonly ClientSetup[]
  /** Where the state is from, and is kept: no answer leaves before what it tells of is written. Default: nowhere. */
  readonly state?: StateFile
  /** With what the four hosts serve https, in PEM; the inspector does not. Default: they serve http. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Default: those of the reference service. `applyAll` builds others from ids of faults and variants. */
  readonly policies?: Policies
  /** Is told of each request to the four hosts of the contract, once it is answered. */
  readonly onRequest?: (seen: SeenRequest) => void
  /** Is told of each webhook, once it was delivered or dropped. */
  readonly onWebhook?: (webhook: SentWebhook) => void
}

/** A running mock. */
export interface MockService {
  /** Base URLs without a trailing slash. */
  readonly urls: {
    readonly sandboxAuth: string
    readonly sandboxApi: string
    readonly productionAuth: string
    readonly productionApi: string
    readonly inspector: string
  }
  /** The bearer token for the inspector (see contract/inspector.ts). */
  readonly inspectorKey: string
  /** What an environment file for this mock must contain: values by key, such as `SANDBOX_AUTH_URL`. */
  readonly environment: Readonly<Record<string, string>>
  /** The time of both environments. */
  readonly clock: Clock
  /** Everything that both environments store. */
  readonly stores: Stores
  readonly webhooks: WebhookSender
  /** Where webhooks are delivered to; what is set here counts from the next delivery. */
  readonly webhookDestinations: Map<EnvironmentName, string>
  /** From the next request on, the service decides by these policies. Its data stay as they are. */
  usePolicies(policies: Policies): void
  /** Resolves once all that has changed is written, at once where no state is kept. Rejects where it cannot be. */
  saved(): Promise<void>
  /** Aborted once the state cannot be written any more; the reason is a StateError. Absent where none is kept. */
  readonly stateLost?: AbortSignal
  /** Stops listening, drops open connections and undelivered webhooks, and closes the state. */
  close(): Promise<void>
}

const MAX_HEADER_BYTES = 64 * 1024
/** Longer than clients keep idle connections, so that none sends a request on one that is being closed. */
const KEEP_ALIVE_MS = 60_000

const LOOPBACK = '127.0.0.1'
const hostNames = ['sandboxAuth', 'sandboxApi', 'productionAuth', 'productionApi', 'inspector'] as const
type HostName = (typeof hostNames)[number]

type Answering = (request: Request) => Promise<Response>

/**
 * Starts the mock with seeded data: authorization and API hosts of both environments, and the inspector.
 * @returns the mock, which already listens
 * @throws StateError for a state that cannot be read, Error for a client that cannot be had, and the Node error where a
 *   port cannot be opened, such as one with the code `EADDRINUSE`
 */
export async function startMockService(options: MockOptions = {}): Promise<MockService> {
  let policies = policiesOf(options)
  const stores = policies.data.openStores()
  addClients(stores.sandbox, options.clients ?? [])
  const moved = options.state && restoreState(options.state, stores)
  const clock = createClock(options.clockStart, moved)
  const worlds = {
    sandbox: seed(stores.sandbox, policies.data),
    production: seed(stores.production, policies.data),
  }
  const spent = addSpentTokens(stores.sandbox, worlds.sandbox)
  const destinations = new Map<EnvironmentName, string>()
  const webhooks = createWebhookSender(destinations, () => policies.webhooks, options.onWebhook)
  const inspectorKey = randomToken()
  const keeper = options.state && new StateKeeper(options.state, stores, clock)
  /** Lets each answer leave once what it changed is written. */
  const kept = (answer: Answering) =>
    keeper
      ? async (request: Request) => {
          const response = await answer(request)
          await keeper.save()
          return response
        }
      : answer

  const servers: Server[] = []
  const listen = (name: HostName, listener: RequestListener) => {
    const settings = { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS }
    const tls = name === 'inspector' ? undefined : options.tls
    const server = tls ? createTlsServer({ ...settings, ...tls }, listener) : createServer(settings, listener)
    servers.push(server)
    const port = options.port ? options.port + hostNames.indexOf(name) : 0
    const host = name === 'inspector' ? LOOPBACK : (options.host ?? LOOPBACK)
    return listening(server, host, port, tls ? 'https' : 'http')
  }
  const listenerOf = (environment: EnvironmentName, role: Host['role']) => {
    const { onRequest } = options
    const service: Service = {
      store: stores[environment],
      policies: onRequest ? notingRefusals(policies) : policies,
      clock,
      notify: (donation, method) => webhooks.send({ environment, donation, method }),
    }
    const app = role === 'auth' ? authHost(service) : apiHost(service)
    const { transport } = policies
    const host: Host = { environment, role, now: clock.now }
    const around = async (request: Request) => {
      if (options.latencyMs) await sleep(options.latencyMs)
      return transport.around(request, async () => app.fetch(request), host)
    }
    return transport.listener(
      getRequestListener(
        kept((request) =>
          onRequest ? observe(request, host, () => around(request), onRequest) : around(request),
        ),
      ),
      host,
    )
  }
  const serve = (environment: EnvironmentName, role: Host['role']) => {
    const name = `${environment}${role === 'auth' ? 'Auth' : 'Api'}` as const
    let inForce = policies
    let listener = listenerOf(environment, role)
    return listen(name, (request, response) => {
      if (inForce !== policies) listener = listenerOf(environment, role)
      inForce = policies
      listener(request, response)
    })
  }
  const inspector = inspectorHost({ stores, clock, webhooks }, inspectorKey)
  const close = async () => {
    await Promise.all([webhooks.close(), ...servers.map(stop)])
    keeper?.close()
  }

  try {
    const urls = {
      sandboxAuth: await serve('sandbox', 'auth'),
      sandboxApi: await serve('sandbox', 'api'),
      productionAuth: await serve('production', 'auth'),
      productionApi: await serve('production', 'api'),
      inspector: await listen(
        'inspector',
        getRequestListener(kept(async (request) => inspector.fetch(request))),
      ),
    }
    for (const name of environmentNames)
      destinations.set(name, options.webhookDestinations?.[name] ?? urls.inspector + webhookPath(name))
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
    // What env files name is there after the next start, even where nothing was ever asked for.
    await keeper?.save()
    return {
      urls,
      inspectorKey,
      environment,
      clock,
      stores,
      webhooks,
      webhookDestinations: destinations,
      usePolicies(next) {
        policies = policiesOf({ ...options, policies: next })
      },
      saved: async () => keeper?.save(),
      ...(keeper && { stateLost: keeper.failed }),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function policiesOf({ policies = contractPolicies, codeLifetimeSeconds }: MockOptions): Policies {
  if (codeLifetimeSeconds === undefined) return policies
  return { ...policies, authorization: { ...policies.authorization, codeLifetimeSeconds } }
}

/** Starts to listen and returns the server's URL. */
export async function listening(
  server: Server,
  hostname: string,
  port: number,
  scheme: 'http' | 'https' = 'http',
): Promise<string> {
  server.listen(port, hostname)
  await once(server, 'listening')
  const address = server.address()
  const actualPort = typeof address === 'object' && address !== null ? address.port : port
  return `${scheme}://${hostname.includes(':') ? `[${hostname}]` : hostname}:${actualPort}`
}

/** Stops a server that may be listening, and drops its connections. */
export async function stop(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
