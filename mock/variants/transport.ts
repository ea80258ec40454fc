import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { Host } from '../policies/transport.ts'
import type { Variant } from './variant.ts'

type Headers = Readonly<Record<string, string>>

/** Changes the headers of every response as Node writes them. */
function writingHead(change: (headers: Headers, response: ServerResponse) => Headers): PolicyChange {
  return replace('transport', ({ listener }) => ({
    listener: (inner, host) =>
      listener((request, response) => {
        const writeHead = response.writeHead.bind(response)
        response.writeHead = (status: number, head?: unknown) =>
          writeHead(status, { ...change(Object.assign({}, head), response) })
        inner(request, response)
      }, host),
  }))
}

/** Has what is written next to a connection begin with another version, where it is the head of an answer. */
function writeAsHttp10(socket: Socket): void {
  const write = socket.write.bind(socket)
  socket.write = (data: string | Uint8Array, ...rest: unknown[]): boolean => {
    const sent = typeof data === 'string' ? data.replace(/^HTTP\/1\.1 /, 'HTTP/1.0 ') : data
    return Boolean(Reflect.apply(write, socket, [sent, ...rest]))
  }
}

/** Answers 429 to API calls and token requests beyond a number per second, for each host. */
function limiting(callsPerSecond: number, retryAfter: () => string): PolicyChange {
  return replace('transport', ({ around }) => {
    const windows = new Map<string, { startedAt: number; calls: number }>()
    return {
      async around(request, next, host) {
        if (!isCall(request, host)) return around(request, next, host)
        const key = `${host.environment} ${host.role}`
        const now = performance.now()
        const current = windows.get(key)
        const window = current && now - current.startedAt < 1000 ? current : { startedAt: now, calls: 0 }
        windows.set(key, window)
        window.calls += 1
        return window.calls > callsPerSecond
          ? Response.json(
              { error: 'too_many_requests', error_description: 'Slow down.' },
              {
                status: 429,
                headers: { 'retry-after': retryAfter() },
              },
            )
          : around(request, next, host)
      },
    }
  })
}

function isCall({ url }: Request, { role }: Host): boolean {
  return role === 'api' || new URL(url).pathname === '/oauth2/token'
}

function delaying(milliseconds: () => number): PolicyChange {
  return replace('transport', ({ around }) => ({
    async around(request, next, host) {
      await sleep(milliseconds())
      return around(request, next, host)
    },
  }))
}

/** Creates a generator of numbers from 0 to 39 that look random but always come in the same order. */
function jitter(): () => number {
  let step = 0
  return () => (step++ * 17) % 40
}

/** The variants of connections, delays and rate limits. */
export const transportVariants: readonly Variant[] = [
  {
    id: 'headers-capitalized',
    description: 'Header names are capitalized as in HTTP/1.0.',
    apply: writingHead((headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()),
          value,
        ]),
      ),
    ),
  },
  {
    id: 'headers-with-blanks-behind',
    description: 'There is a blank and a tab at the end of each header (RFC 9112 §5.1).',
    apply: writingHead((headers) =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          /^(?:connection|content-length|transfer-encoding)$/i.test(name) ? value : `${value} \t`,
        ]),
      ),
    ),
  },
  {
    id: 'connections-closed',
    description: 'Every connection is closed after one answer.',
    apply: writingHead((headers) => ({ ...headers, connection: 'close' })),
  },
  {
    id: 'bodies-end-with-connection',
    description: 'As in HTTP/1.0, a body has no length and ends where the connection does.',
    apply: writingHead((headers, response) => {
      response.shouldKeepAlive = false
      response.useChunkedEncodingByDefault = false
      const { 'content-length': _length, 'transfer-encoding': _chunked, ...others } = headers
      return { ...others, connection: 'close' }
    }),
  },
  {
    id: 'answers-in-http-1-0',
    description: 'Answers are HTTP/1.0, each on a connection of its own (Python, old proxies).',
    apply: combine(
      writingHead((headers, response) => {
        response.shouldKeepAlive = false
        response.useChunkedEncodingByDefault = false
        const { 'transfer-encoding': _chunked, ...others } = headers
        return { ...others, connection: 'close' }
      }),
      replace('transport', ({ listener }) => ({
        listener: (inner, host) =>
          listener((request, response) => {
            writeAsHttp10(request.socket)
            inner(request, response)
          }, host),
      })),
    ),
  },
  {
    id: 'large-bodies-taken',
    description: 'Bodies of several megabytes are taken and kept, and come back in the answers.',
    apply: replace('transport', () => ({ bodyLimit: 8 * 1024 * 1024 })),
  },
  {
    id: 'answers-slow',
    description: 'Every answer takes thirty milliseconds.',
    apply: delaying(() => 30),
  },
  {
    id: 'answers-with-jitter',
    description: 'Answers take up to forty milliseconds, each a different time.',
    apply: (policies) => delaying(jitter())(policies),
  },
  {
    id: 'calls-limited',
    description: 'More than two hundred calls in a second get 429 with Retry-After in seconds.',
    apply: limiting(200, () => '1'),
  },
  {
    id: 'calls-limited-until-date',
    description: 'More than two hundred calls in a second get 429 with a date in Retry-After.',
    apply: limiting(200, () => new Date(Date.now() + 2000).toUTCString()),
  },
]
