/** The bare undici loop that a run is measured against, and what it sends: the requests of a run before. */
import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage } from 'node:http'
import { Agent, request } from 'undici'
import type { TargetConfig } from '../client/environment/config.ts'
import type { Policies } from '../mock/policies/index.ts'
import { contractPolicies } from '../mock/policies/index.ts'

/** One request as it arrived. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

const CONCURRENCY = 64

/** The correct service, which remembers what it was sent for as long as it is told to. */
export function recording(sent: Sent[], isOn: () => boolean): Policies {
  const { around } = contractPolicies.transport
  return {
    ...contractPolicies,
    transport: {
      ...contractPolicies.transport,
      async around(incoming, next, host) {
        if (!isOn()) return around(incoming, next, host)
        const body = new Uint8Array(await incoming.clone().arrayBuffer())
        sent.push({
          method: incoming.method,
          url: incoming.url,
          headers: Object.fromEntries(incoming.headers),
          body,
        })
        return around(incoming, next, host)
      },
    },
  }
}

/** What the run asks of the inspector, all by GET: no policy of the service stands around that. */
export function recordInspector(sent: Sent[], { inspector }: TargetConfig, isOn: () => boolean): void {
  subscribe('http.server.request.start', (message) => {
    if (!isOn() || typeof message !== 'object' || message === null || !('request' in message)) return
    const { request: incoming } = message
    if (!(incoming instanceof IncomingMessage) || incoming.method !== 'GET') return
    const { host = '', authorization = '' } = incoming.headers
    const url = `http://${host}${incoming.url}`
    if (inspector && url.startsWith(inspector.url))
      sent.push({ method: 'GET', url, headers: { authorization }, body: new Uint8Array() })
  })
}

/** Sends all of them again, as fast as they are answered. */
export async function bareLoop(sent: readonly Sent[]): Promise<void> {
  const dispatcher = new Agent({ connections: CONCURRENCY })
  const queue = sent.values()
  const lane = async () => {
    for (const { method, url, headers, body } of queue) {
      const {
        host: _host,
        connection: _connection,
        'content-length': _length,
        // What came in chunks goes whole: how a message is framed is for undici to say.
        'transfer-encoding': _framing,
        ...others
      } = headers
      const answer = await request(url, {
        method: method as 'GET',
        headers: others,
        body: body.byteLength > 0 ? body : null,
        dispatcher,
      })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  await dispatcher.close()
}
