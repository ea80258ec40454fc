import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { WebhookDeliveries, WebhookDelivery } from '../../contract/inspector.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { WebhookPorts } from '../environment/config.ts'
import type { EnvironmentKey } from '../environment/schema.ts'
import { decodeContent } from '../http/content-decoding.ts'

/** Anybody may send to the port: only so many bytes of a delivery are read, and so many deliveries kept. */
const BODY_BYTES = 256 * 1024
const MOST_KEPT = 1_000
const MOST_CONNECTIONS = 64
const REQUEST_MS = 10_000
const LOOPBACK = '127.0.0.1'

type Destination = WebhookDelivery['destination']

/** The key that names the port of each environment's destination. */
const KEYS: Readonly<Record<Destination, EnvironmentKey>> = {
  sandbox: 'SANDBOX_WEBHOOK_PORT',
  production: 'PRODUCTION_WEBHOOK_PORT',
}

/** Something that knows which webhooks arrived where. */
export interface WebhookSource {
  /** The deliveries so far, without the first `after` of them. */
  webhooks(after: number): Promise<WebhookDeliveries>
}

/** Listens for webhooks at ports of this machine. It keeps what arrives, and believes none of it. */
export class WebhookListener implements WebhookSource {
  readonly #servers: Server[] = []
  #received = 0
  #kept: WebhookDelivery[] = []

  /**
   * @param host the address to listen on; loopback where it is left out.
   * @throws InconclusiveError where a port cannot be listened on; it names the key.
   */
  static async open(ports: WebhookPorts, host = LOOPBACK): Promise<WebhookListener> {
    const listener = new WebhookListener()
    try {
      for (const destination of ['sandbox', 'production'] as const) {
        const port = ports[destination]
        if (port !== undefined) await listener.#listen(destination, port, host)
      }
      return listener
    } catch (error) {
      await listener.close()
      throw error
    }
  }

  async webhooks(after: number): Promise<WebhookDeliveries> {
    const forgotten = this.#received - this.#kept.length
    return { received: this.#received, deliveries: this.#kept.slice(Math.max(0, after - forgotten)) }
  }

  /** Stops listening, and ends all connections. */
  async close(): Promise<void> {
    await Promise.all(
      this.#servers.splice(0).map(async (server) => {
        const closed = once(server, 'close')
        server.close()
        server.closeAllConnections()
        await closed
      }),
    )
  }

  async #listen(destination: Destination, port: number, host: string): Promise<void> {
    const server = createServer(
      { headersTimeout: REQUEST_MS, requestTimeout: REQUEST_MS },
      (request, response) => this.#receive(destination, request, response),
    )
    server.maxConnections = MOST_CONNECTIONS
    server.listen(port, host)
    try {
      await once(server, 'listening')
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
      const key = KEYS[destination]
      throw new InconclusiveError(`${key}: nothing can listen on port ${port} of ${host} (${code})`, [key])
    }
    // An error after this concerns one connection, not the run.
    server.on('error', () => {})
    this.#servers.push(server)
  }

  #receive(destination: Destination, request: IncomingMessage, response: ServerResponse): void {
    const chunks: Buffer[] = []
    let size = 0
    request.on('error', () => {})
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= BODY_BYTES) chunks.push(chunk)
      else request.destroy()
    })
    request.on('end', async () => {
      const receivedAt = new Date().toISOString()
      const sent = Buffer.concat(chunks)
      const codings = request.headers['content-encoding'] ?? ''
      // What says that it is packed and is not is kept as it came.
      const body = await decodeContent(sent, codings, BODY_BYTES).catch(() => sent)
      response.writeHead(200, { 'content-type': 'text/plain' }).end()
      this.#keep({
        destination,
        receivedAt,
        headers: Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
        ),
        body: body.toString('utf8'),
      })
    })
  }

  #keep(delivery: WebhookDelivery): void {
    this.#received += 1
    this.#kept.push(delivery)
    if (this.#kept.length > MOST_KEPT) this.#kept.shift()
  }
}
