import { Socket } from 'node:net'
import { buildConnector, type Dispatcher, Pool } from 'undici'
import { FailureError, failureOf } from './failure.ts'
import { bearContinue } from './interim.ts'
import type { Limits } from './limits.ts'
import { identityFor, type Network, proxyOf, shownProxy, userOf } from './network.ts'

/** Makes connections to hosts, directly or through a proxy. */
interface Connector {
  readonly connect: buildConnector.connector
  /** Ends what is under way with proxies. */
  close(): Promise<void>
}

/** How connections are made: each host is shown what it may see, and reached in the way that leads to it. */
export function openConnector(
  options: buildConnector.BuildOptions,
  network: Network | undefined,
  limits: Limits,
): Connector {
  const plain = buildConnector(options)
  const { identity } = network ?? {}
  const identified = identity && buildConnector({ ...options, cert: identity.cert, key: identity.key })
  const proxies = new Map<string, Pool>()

  function poolOf(proxy: URL): Pool {
    const pool =
      proxies.get(proxy.href) ??
      new Pool(proxy.origin, { connectTimeout: limits.connectMs, headersTimeout: limits.headersMs })
    proxies.set(proxy.href, pool)
    return pool
  }

  return {
    connect(to, done) {
      const callback: buildConnector.Callback = (...[error, socket]) => {
        if (error) return done(error, null)
        bearContinue(socket)
        done(null, socket)
      }
      const url = new URL(`${to.protocol}//${to.host ?? to.hostname}`)
      const direct = identityFor(url, network) && identified ? identified : plain
      const proxy = proxyOf(url, network)
      if (!proxy) return direct(to, callback)
      const connecting = tunnel(poolOf(proxy), proxy, url, limits)
      connecting.then(
        (httpSocket) => {
          if (url.protocol === 'https:') direct({ ...to, httpSocket }, callback)
          else callback(null, httpSocket)
        },
        (error: FailureError) => callback(error, null),
      )
    },
    async close() {
      await Promise.all([...proxies.values()].map((pool) => pool.destroy()))
    },
  }
}

/**
 * A connection to a host through a proxy, by CONNECT (RFC 9110, 9.3.6).
 * @throws FailureError in the words of which the proxy is named, not the host
 */
async function tunnel(pool: Pool, proxy: URL, to: URL, limits: Limits): Promise<Socket> {
  const host = `${to.hostname}:${to.port || (to.protocol === 'https:' ? 443 : 80)}`
  const { socket, statusCode } = await pool
    .connect({ path: host, headers: { host, ...authorization(proxy) } })
    .catch((error: unknown): never => {
      throw refused(proxy, failureOf(error, proxy, limits).message)
    })
  if (statusCode >= 200 && statusCode < 300 && socket instanceof Socket) return socket
  socket.on('error', () => {}).destroy()
  throw refused(proxy, `it answers ${statusCode} to CONNECT ${host}${reasonOf(statusCode)}`)
}

function refused(proxy: URL, why: string): FailureError {
  return new FailureError('unreachable', `the proxy ${shownProxy(proxy)} does not lead there: ${why}`)
}

function reasonOf(status: Dispatcher.ConnectData['statusCode']): string {
  return status === 407 ? ': it wants a user and a password, as in http://USER:PASSWORD@HOST:PORT' : ''
}

function authorization(proxy: URL): Record<string, string> {
  const user = userOf(proxy)
  if (!user) return {}
  const pair = Buffer.from(`${user.username}:${user.password}`).toString('base64')
  return { 'proxy-authorization': `Basic ${pair}` }
}
