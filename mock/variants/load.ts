import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Host } from '../policies/transport.ts'
import { infrastructurePage } from './responses.ts'
import type { Variant } from './variant.ts'

/** Whether it goes to the token endpoint. */
export const isTokenRequest = ({ url }: Request) => new URL(url).pathname === '/oauth2/token'
/** Whether it goes to the API. */
export const isApiCall = (_request: Request, { role }: Host) => role === 'api'

interface Limit {
  readonly applies: (request: Request, host: Host) => boolean
  /** Requests that one window allows. */
  readonly most: number
  readonly windowMs: number
  readonly refusal: () => Response
}

/** Refuses requests beyond a number in each window, for each host. */
export function limiting({ applies, most, windowMs, refusal }: Limit): PolicyChange {
  return replace('transport', ({ around }) => {
    const windows = new Map<string, { readonly until: number; requests: number }>()
    return {
      async around(request, next, host) {
        if (!applies(request, host)) return around(request, next, host)
        const key = `${host.environment} ${host.role}`
        const now = performance.now()
        const current = windows.get(key)
        const window = current && now < current.until ? current : { until: now + windowMs, requests: 0 }
        windows.set(key, window)
        window.requests += 1
        return window.requests > most ? refusal() : around(request, next, host)
      },
    }
  })
}

/** Handles one request of a host after the other. */
const oneAtATime = replace('transport', ({ around }) => {
  const last = new Map<string, Promise<unknown>>()
  return {
    async around(request, next, host) {
      const key = `${host.environment} ${host.role}`
      const turn = (last.get(key) ?? Promise.resolve()).then(() => around(request, next, host))
      last.set(
        key,
        turn.catch(() => undefined),
      )
      return turn
    },
  }
})

function delaying(milliseconds: (request: Request, host: Host) => number): PolicyChange {
  return replace('transport', ({ around }) => ({
    async around(request, next, host) {
      await sleep(milliseconds(request, host))
      return around(request, next, host)
    },
  }))
}

/** Closes every connection after so many answers. */
function closingAfter(answers: number): PolicyChange {
  return replace('transport', ({ listener }) => {
    const answered = new WeakMap<Socket, number>()
    return {
      listener: (inner, host) =>
        listener((request, response) => {
          const count = (answered.get(request.socket) ?? 0) + 1
          answered.set(request.socket, count)
          if (count >= answers) response.shouldKeepAlive = false
          inner(request, response)
        }, host),
    }
  })
}

/** Drops connections that were idle for so long, without a word before. */
function droppingIdle(milliseconds: number): PolicyChange {
  return replace('transport', ({ listener }) => {
    const watched = new WeakSet<Socket>()
    return {
      listener: (inner, host) =>
        listener((request, response) => {
          const { socket } = request
          if (!watched.has(socket)) socket.on('timeout', () => socket.destroy())
          watched.add(socket)
          socket.setTimeout(0)
          response.once('finish', () => socket.setTimeout(milliseconds))
          inner(request, response)
        }, host),
    }
  })
}

/** A refusal for want of patience. */
export const tooMany = (headers: Readonly<Record<string, string>>) =>
  Response.json({ error: 'slow_down', error_description: 'Too many requests.' }, { status: 429, headers })

/** The variants of limits, queues, delays and connections, by servers and the proxies in front of them. */
export const loadVariants: readonly Variant[] = [
  {
    id: 'limits-short-window',
    description: 'More than 40 API calls in 100 milliseconds get 429 with Retry-After 1 (token bucket).',
    apply: limiting({
      applies: isApiCall,
      most: 40,
      windowMs: 100,
      refusal: () => tooMany({ 'retry-after': '1', 'ratelimit-remaining': '0' }),
    }),
  },
  {
    id: 'limits-zero-retry-after',
    description: 'More than 40 API calls in 100 milliseconds get 429 with Retry-After 0.',
    apply: limiting({
      applies: isApiCall,
      most: 40,
      windowMs: 100,
      refusal: () => tooMany({ 'retry-after': '0' }),
    }),
  },
  {
    id: 'limits-page-without-retry-after',
    description:
      'More than 100 API calls in 250 milliseconds get 429 with a page and no Retry-After (nginx).',
    apply: limiting({
      applies: isApiCall,
      most: 100,
      windowMs: 250,
      refusal: () => infrastructurePage(429, 'Too Many Requests'),
    }),
  },
  {
    id: 'limits-503',
    description: 'More than 100 API calls in half a second get 503 with Retry-After (limit_req of nginx).',
    apply: limiting({
      applies: isApiCall,
      most: 100,
      windowMs: 500,
      refusal: () => infrastructurePage(503, 'Service Temporarily Unavailable', { 'retry-after': '1' }),
    }),
  },
  {
    id: 'limits-403',
    description:
      'More than 100 API calls in 250 milliseconds get 403 with Retry-After (secondary limits of GitHub).',
    apply: limiting({
      applies: isApiCall,
      most: 100,
      windowMs: 250,
      refusal: () => infrastructurePage(403, 'Forbidden', { 'retry-after': '1' }),
    }),
  },
  {
    id: 'limits-token-endpoint',
    description: 'More than 30 token requests in a second get 429 with Retry-After 1 (Auth0, Okta).',
    apply: limiting({
      applies: isTokenRequest,
      most: 30,
      windowMs: 1000,
      refusal: () => tooMany({ 'retry-after': '1' }),
    }),
  },
  {
    id: 'limits-token-endpoint-without-retry-after',
    description: 'More than 20 token requests in 200 milliseconds get 429 with a page and no Retry-After.',
    apply: limiting({
      applies: isTokenRequest,
      most: 20,
      windowMs: 200,
      refusal: () => infrastructurePage(429, 'Too Many Requests'),
    }),
  },
  {
    id: 'one-request-at-a-time',
    description: 'Each host handles one request at a time, others wait (Puma or Django on one thread).',
    apply: oneAtATime,
  },
  {
    id: 'one-slow-request-at-a-time',
    description: 'Each host handles one request at a time and takes two milliseconds for it.',
    apply: (policies) => oneAtATime(delaying(() => 2)(policies)),
  },
  {
    id: 'answers-of-auth-slow',
    description: 'Every answer of the authorization host takes 150 milliseconds (password hashing).',
    apply: delaying((_request, { role }) => (role === 'auth' ? 150 : 0)),
  },
  {
    id: 'answers-of-api-slow',
    description: 'Every answer of the API takes between 50 and 90 milliseconds.',
    apply: (policies) => {
      let turn = 0
      return delaying((_request, { role }) => (role === 'api' ? 50 + ((turn++ * 17) % 40) : 0))(policies)
    },
  },
  {
    id: 'connections-of-five-answers',
    description: 'Every connection is closed after five answers (keepalive_requests of nginx).',
    apply: closingAfter(5),
  },
  {
    id: 'connections-dropped-when-idle',
    description: 'A connection that was idle for 200 milliseconds is dropped.',
    apply: droppingIdle(200),
  },
]
