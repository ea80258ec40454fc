import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import type { AdviceResult } from '../../advice/advice.ts'
import type { AdviceId } from '../../advice/catalogue.ts'
import { deepProbes } from '../../advice/deep/index.ts'
import type { Probe, Prober } from '../../advice/deep/probe.ts'
import { AdviceObserver } from '../../advice/observer.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import { createHttpClient, lookupOf } from '../../client/http/client.ts'
import { FormBrowser } from '../../client/login/form-browser.ts'
import { Logins } from '../../client/login/logins.ts'
import { GivenTokens } from '../../client/oauth/given-tokens.ts'
import { OAuth } from '../../client/oauth/oauth.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { authorizationServer, client, type Habits, scope, user } from './service.ts'

/** Listens until the test is finished; returns the port. */
export async function listening(
  server: Server & { closeAllConnections?(): void },
  address = '127.0.0.1',
  port = 0,
): Promise<number> {
  server.listen(port, address)
  await once(server, 'listening')
  onTestFinished(async () => {
    server.close()
    server.closeAllConnections?.()
  })
  const at = server.address()
  if (at === null || typeof at === 'string') throw new Error('the server has no port')
  return at.port
}

/** Handles the requests of such a service. */
export function listenerOf(habits: Habits) {
  return getRequestListener(authorizationServer(habits).fetch)
}

/** Serves such an authorization host over http; returns its URL. */
export async function served(habits: Habits): Promise<string> {
  return `http://127.0.0.1:${await listening(createServer(listenerOf(habits)))}`
}

/** A target that consists of this host alone. */
export function targetAt(authUrl: string, more: Partial<TargetConfig> = {}): TargetConfig {
  return {
    kind: 'sandbox',
    authUrl,
    apiUrl: authUrl,
    client,
    user,
    scope,
    login: 'form',
    codeLifetimeSeconds: 60,
    pledgedDonationIds: [],
    nonPledgedDonationIds: [],
    designationIds: [],
    ...more,
  }
}

/** How a target is looked at: which probes, and whom a TLS certificate is believed from. */
export interface Looking {
  readonly probes?: readonly AdviceId[]
  readonly ca?: string
  readonly addresses?: readonly string[]
  readonly logins?: number
}

/** What a partner who logs in a few times, and the probes, make of a target. */
export async function advisedOf(
  target: TargetConfig,
  { probes = [], ca, addresses, logins = 2 }: Looking = {},
) {
  const secrets = new SecretRegistry()
  const observer = new AdviceObserver(target)
  const given = new GivenTokens()
  const http = createHttpClient({
    secrets,
    recorder: (exchange) => observer.exchange(exchange),
    onSecureConnection: (connection) => observer.connection(connection),
    ...(ca === undefined ? {} : { tls: { ca } }),
  })
  const oauth = new OAuth(target, http, new Logins(() => new FormBrowser()), target.client, target.user, {
    onTokens: (tokens) => given.add(tokens, user.username),
    onFlow: (flow) =>
      observer.visit({ flow, password: user.password, redirectUri: target.client.redirectUri }),
  })
  const prober: Prober = {
    target,
    http,
    oauth,
    canLogIn: true,
    pinned: (address) => createHttpClient({ secrets, lookup: lookupOf(address) }),
    addressesOf: async (name) => addresses ?? [name],
  }
  try {
    for (let login = 0; login < logins; login++) await oauth.signIn()
    if (logins > 0)
      for (const wrong of [{ scope: undefined }, { response_type: 'token' }]) await oauth.authorize(wrong)
    for (const [id, { probe }] of Object.entries<Probe>(deepProbes)) {
      if (!probes.some((wanted) => wanted === id)) continue
      await probe(prober).then(
        (sightings) => observer.probed(id, sightings),
        (error: unknown) => {
          if (!(error instanceof InconclusiveError)) throw error
          observer.unseen(id, error.message)
        },
      )
    }
  } finally {
    await http.close()
  }
  return new Map<string, AdviceResult>(observer.results(given.all).map((result) => [result.id, result]))
}

/** The ids of what is advised against. */
export function weaknesses(results: ReadonlyMap<string, AdviceResult>): readonly string[] {
  return [...results.values()].filter(({ status }) => status === 'advised').map(({ id }) => id)
}
