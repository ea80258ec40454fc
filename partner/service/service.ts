import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createClock } from '../../mock/clock.ts'
import { apiHost, authHost } from '../../mock/hosts.ts'
import { randomToken } from '../../mock/random.ts'
import type { Service } from '../../mock/service.ts'
import { type Client, type EnvironmentName, emptyStore, type Stores } from '../../mock/store.ts'
import type { Account, Interference } from './account.ts'
import type { Call } from './call.ts'
import { type CallMonitor, Mailroom } from './mailroom.ts'
import { partnerPolicies } from './policies.ts'
import { type AccountOptions, addAccount } from './world.ts'

/** What an application is configured with for one environment. */
export interface Registration {
  readonly environment: EnvironmentName
  readonly authUrl: string
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly scope: string
}

/** Where the service listens and whom it knows; what is left out is chosen. */
interface ServiceOptions {
  readonly authPort?: number
  readonly apiPort?: number
  readonly clientId?: string
  readonly clientSecret?: string
  readonly scope?: string
  readonly redirectUris: Readonly<Record<EnvironmentName, string>>
  /** Is told every secret when it is born. */
  readonly onSecret: (value: string, label: string) => void
  readonly watch: CallMonitor
}

/** The service as the examiner plays it: both environments, on loopback ports. */
export interface PartnerService {
  readonly registrations: Readonly<Record<EnvironmentName, Registration>>
  /** All customers, by the names that they log in with. */
  readonly accounts: ReadonlyMap<string, Account>
  /** Every request that arrived, in order. */
  readonly calls: readonly Call[]
  newAccount(environment: EnvironmentName, name: string, options?: AccountOptions): Account
  /** A living code for this customer that no browser has seen. */
  issueCode(environment: EnvironmentName, account: Account): string
  /** All codes that were issued so. */
  readonly issuedCodes: readonly string[]
  close(): Promise<void>
}

const LOOPBACK = '127.0.0.1'
const KEEP_ALIVE_MS = 60_000

/**
 * Starts the service.
 * @throws the Node error where a port cannot be opened, such as one with the code `EADDRINUSE`
 */
export async function startPartnerService(options: ServiceOptions): Promise<PartnerService> {
  const stores: Stores = { sandbox: emptyStore('sandbox'), production: emptyStore('production') }
  const byUsername = new Map<string, Account>()
  const mailroom = new Mailroom(stores, byUsername, options.watch)
  const policies = partnerPolicies({
    stores,
    accountOf: ({ username }) => byUsername.get(username),
    onToken: options.onSecret,
  })
  const clock = createClock()
  const servers: Server[] = []
  const issuedCodes: string[] = []

  const serve = async (environment: EnvironmentName, role: 'auth' | 'api', port = 0) => {
    const service: Service = { store: stores[environment], policies, clock, notify: () => undefined }
    const app = role === 'auth' ? authHost(service) : apiHost(service)
    const handle = (request: Request) =>
      mailroom.receive(request, { environment, host: role }, async (opened, call) => {
        const interference = call.account?.behaviour.interfere(call)
        const answer = interference?.answer ? made(interference.answer) : await app.fetch(opened)
        if (interference?.delayMs) await sleep(interference.delayMs)
        await interference?.after
        return answer
      })
    const server = createServer(
      { maxHeaderSize: 64 * 1024, keepAliveTimeout: KEEP_ALIVE_MS },
      getRequestListener(handle),
    )
    servers.push(server)
    server.listen(port, LOOPBACK)
    await once(server, 'listening')
    const address = server.address()
    return `http://${LOOPBACK}:${typeof address === 'object' && address ? address.port : port}`
  }
  const register = async (
    environment: EnvironmentName,
    given: Partial<ServiceOptions>,
  ): Promise<Registration> => {
    const registration = {
      environment,
      authUrl: await serve(environment, 'auth', given.authPort),
      apiUrl: await serve(environment, 'api', given.apiPort),
      // It holds what has to be escaped, as the secret does.
      clientId: given.clientId ?? `${environment}-partner@${randomBytes(4).toString('hex')}`,
      clientSecret: given.clientSecret ?? newClientSecret(),
      redirectUri: options.redirectUris[environment],
      scope: given.scope ?? 'organizations:read donations:write',
    }
    stores[environment].clients.set(registration.clientId, clientOf(registration))
    options.onSecret(registration.clientSecret, 'client_secret')
    return registration
  }
  const close = async () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }

  try {
    const registrations = {
      sandbox: await register('sandbox', options),
      production: await register('production', options.scope === undefined ? {} : { scope: options.scope }),
    }
    return {
      registrations,
      accounts: byUsername,
      calls: mailroom.calls,
      newAccount(environment, name, accountOptions) {
        const account = addAccount(stores[environment], name, accountOptions)
        byUsername.set(account.user.username, account)
        options.onSecret(account.user.password, 'password')
        return account
      },
      issueCode(environment, account) {
        const code = issueCode(stores, registrations[environment], account, options.onSecret)
        issuedCodes.push(code)
        return code
      },
      issuedCodes,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Base64, as many services give out: every such secret holds characters that forms escape. */
function newClientSecret(): string {
  return `${randomBytes(15).toString('base64')}+/${randomBytes(16).toString('base64')}`
}

function made({ status, body, headers = {} }: NonNullable<Interference['answer']>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  })
}

function clientOf({ clientId, clientSecret, redirectUri }: Registration): Client {
  return { id: clientId, secret: clientSecret, name: 'The partner application', redirectUris: [redirectUri] }
}

function issueCode(
  stores: Stores,
  registration: Registration,
  { user, organizations }: Account,
  onSecret: ServiceOptions['onSecret'],
): string {
  const value = randomToken()
  const { redirectUri, scope, environment } = registration
  const grant = {
    client: clientOf(registration),
    user,
    scope,
    organizationIds: organizations.map(({ id }) => id),
    refreshes: 0,
    revoked: false,
  }
  const client = stores[environment].clients.get(registration.clientId) ?? grant.client
  stores[environment].codes.set(value, {
    value,
    grant: { ...grant, client },
    redirectUri,
    expiresAt: Date.now() + 600_000,
    used: false,
  })
  onSecret(value, 'code')
  return value
}
