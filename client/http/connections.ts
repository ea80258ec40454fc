import type { LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'
import type { Attempt } from './attempt.ts'
import { openConnector } from './connector.ts'
import type { Exchange } from './exchange.ts'
import type { Limits } from './limits.ts'
import type { Network } from './network.ts'
import { type SecureConnection, telling } from './secure-connection.ts'

/** How hosts are reached. */
export interface ConnectionOptions {
  /** To one origin, at most. A request that waits for one costs no time; how many are sent is for `throttle`. */
  readonly connections?: number
  readonly tls?: { readonly ca?: string | readonly string[] }
  /** The proxies on the way, and what is shown to whom; absent where every host is reached directly. */
  readonly network?: Network | undefined
  /** Finds the addresses of a host name, where that is not for the system to say. */
  readonly lookup?: LookupFunction
  /** Is told of each connection over TLS. */
  readonly onSecureConnection?: (connection: SecureConnection) => void
  /** False where each request has a connection of its own, for servers that serve one connection at a time. Default: true. */
  readonly keepsAlive?: boolean
}

/**
 * How long an idle connection is kept without a hint of the server. Short, since a server that closes one just
 * when it is used again makes a request look dropped that may not be repeated.
 */
const KEEP_ALIVE_MS = 1_000
/** The time shrinks by this factor when a server closes connections even sooner; below the shortest time, none is kept. */
const SHORTER = 10
const SHORTEST_KEEP_ALIVE_MS = 10

/** Without any such limit undici opens another where one that has just brought an answer could be used a moment later. */
const DEFAULT_CONNECTIONS = 64

/** A server knows of a connection that was closed here after so long. */
const CLOSING_MS = 200

/** The connections of one HTTP client, and how long idle ones are kept. */
export class Connections {
  readonly #open: () => Agent
  readonly #closeConnector: () => Promise<void>
  #keepAliveMs: number
  #isShorterThanHints = false
  #changedAt = 0
  #agent: Agent

  constructor(options: ConnectionOptions, limits: Limits) {
    const { connections = DEFAULT_CONNECTIONS, lookup, network, onSecureConnection } = options
    const ca = options.tls?.ca
    const tls = {
      ...(ca === undefined ? {} : { ca: [ca].flat() }),
      ...(lookup === undefined ? {} : { lookup }),
      timeout: limits.connectMs,
    }
    const { connect, close } = openConnector(tls, network, limits)
    this.#closeConnector = close
    this.#keepAliveMs = options.keepsAlive === false ? 0 : KEEP_ALIVE_MS
    this.#open = () =>
      new Agent({
        connections,
        connect: onSecureConnection ? telling(connect, onSecureConnection) : connect,
        // `Attempt` keeps these two time limits, to the millisecond.
        headersTimeout: 0,
        bodyTimeout: 0,
        maxResponseSize: limits.bodyBytes,
        maxHeaderSize: limits.headerBytes,
        ...(this.#keepAliveMs === 0 ? { pipelining: 0 } : { keepAliveTimeout: this.#keepAliveMs }),
        ...(this.#isShorterThanHints && this.#keepAliveMs > 0
          ? { keepAliveMaxTimeout: this.#keepAliveMs }
          : {}),
      })
    this.#agent = this.#open()
  }

  /** Sends a request on an idle connection, or a new one. */
  dispatch(request: Dispatcher.DispatchOptions, attempt: Attempt): void {
    this.#agent.dispatch(request, attempt)
  }

  /** Closes all connections, once they are idle, and gives the server time to see it. What is sent next has new ones. */
  async renew(): Promise<void> {
    await this.#replace()
    await sleep(CLOSING_MS)
  }

  /**
   * Keeps idle connections for a shorter time from now on, and in the end not at all.
   * @param lost the request that was lost; one that was sent before the last such change says nothing of it.
   */
  keepIdleShorter({ startedAt }: Pick<Exchange, 'startedAt'>): void {
    if (startedAt < this.#changedAt) return
    this.#changedAt = performance.timeOrigin + performance.now()
    const shorterMs = this.#keepAliveMs / SHORTER
    this.#keepAliveMs = shorterMs < SHORTEST_KEEP_ALIVE_MS ? 0 : shorterMs
    this.#isShorterThanHints = true
    void this.#replace()
  }

  /** Ends all connections; what is still under way fails. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#closeConnector()])
  }

  /** From now on new connections are used; those before are closed once they are idle. */
  #replace(): Promise<void> {
    const before = this.#agent
    this.#agent = this.#open()
    return before.close()
  }
}
