import { setTimeout as sleep } from 'node:timers/promises'
import { type PolicyChange, replace } from '../policies/replace.ts'
import type { Host } from '../policies/transport.ts'
import { isApiCall, isTokenRequest, limiting, tooMany } from './load.ts'
import { infrastructurePage } from './responses.ts'
import type { Variant } from './variant.ts'

/** Refuses requests beyond so many that a host is busy with. */
function limitingUnderWay(most: number, refusal: () => Response): PolicyChange {
  return replace('transport', ({ around }) => {
    const underWay = new Map<string, number>()
    return {
      async around(request, next, host) {
        const key = keyOf(host)
        const busy = underWay.get(key) ?? 0
        if (busy >= most) return refusal()
        underWay.set(key, busy + 1)
        try {
          return await around(request, next, host)
        } finally {
          underWay.set(key, (underWay.get(key) ?? 1) - 1)
        }
      },
    }
  })
}

function keyOf({ environment, role }: Host): string {
  return `${environment} ${role}`
}

/** Takes longer over some requests of each host, by their number from 0 on. */
function pausing(milliseconds: (turn: number) => number): PolicyChange {
  return replace('transport', ({ around }) => {
    const turns = new Map<string, number>()
    return {
      async around(request, next, host) {
        const turn = turns.get(keyOf(host)) ?? 0
        turns.set(keyOf(host), turn + 1)
        const pause = milliseconds(turn)
        if (pause > 0) await sleep(pause)
        return around(request, next, host)
      },
    }
  })
}

/** Refuses token requests for a while after so many with wrong client credentials. */
function lockingOut(most: number, windowMs: number): PolicyChange {
  return replace('transport', ({ around }) => {
    let wrong: number[] = []
    return {
      async around(request, next, host) {
        if (!isTokenRequest(request)) return around(request, next, host)
        const now = performance.now()
        wrong = wrong.filter((at) => now - at < windowMs)
        if (wrong.length >= most) return tooMany({ 'retry-after': '1' })
        const response = await around(request, next, host)
        const text = response.status < 400 ? '' : await response.clone().text()
        if (text.includes('"invalid_client"')) wrong.push(now)
        return response
      },
    }
  })
}

/** Ends complete authorization requests beyond so many in a time with an error for the application. */
function overloadedBy(most: number, windowMs: number): PolicyChange {
  return replace('authorization', ({ requestProblem }) => {
    let recent: number[] = []
    return {
      requestProblem(parameters) {
        const problem = requestProblem(parameters)
        if (problem) return problem
        const now = performance.now()
        recent = recent.filter((at) => now - at < windowMs)
        if (recent.length >= most)
          return { error: 'temporarily_unavailable', description: 'Too much to do. Try again in a second.' }
        recent.push(now)
        return undefined
      },
    }
  })
}

/** How far the clock of a service is ahead. */
const AHEAD_MS = 3_600_000
const httpDate = (inMs: number) => new Date(Date.now() + AHEAD_MS + inMs).toUTCString()

/** The variants of limits that depend on what is under way, on a clock, or on failures; and of pauses. */
export const limitVariants: readonly Variant[] = [
  {
    id: 'limits-503-without-retry-after',
    description:
      'More than 100 API calls in 250 milliseconds get 503 and no Retry-After (nginx as it comes).',
    apply: limiting({
      applies: isApiCall,
      most: 100,
      windowMs: 250,
      refusal: () => infrastructurePage(503, 'Service Temporarily Unavailable'),
    }),
  },
  {
    id: 'limits-until-date-by-another-clock',
    description: 'The date of Retry-After is by the clock of the service, an hour ahead, as its Date is.',
    apply: limiting({
      applies: isApiCall,
      most: 100,
      windowMs: 250,
      refusal: () => tooMany({ 'retry-after': httpDate(1000), date: httpDate(0) }),
    }),
  },
  {
    id: 'limits-under-way',
    description: 'More than 4 requests at the same time get 429 with a page and no Retry-After (limit_conn).',
    apply: limitingUnderWay(4, () => infrastructurePage(429, 'Too Many Requests')),
  },
  {
    id: 'limits-forms',
    description: 'More than 40 forms of login and approval in a second get 429 with Retry-After 1.',
    apply: limiting({
      applies: ({ method, url }) => method === 'POST' && new URL(url).pathname === '/oauth2/authorize',
      most: 40,
      windowMs: 1000,
      refusal: () => infrastructurePage(429, 'Too Many Requests', { 'retry-after': '1' }),
    }),
  },
  {
    id: 'limits-authorizations-by-redirect',
    description:
      'More than 12 authorization requests in a second end with temporarily_unavailable at the redirect URI (RFC 6749 §4.1.2.1).',
    apply: overloadedBy(12, 1000),
  },
  {
    id: 'limits-wrong-credentials',
    description:
      'After 20 wrong client credentials in half a second token requests get 429 with Retry-After 1.',
    apply: lockingOut(20, 500),
  },
  {
    id: 'answers-slow-at-first',
    description: 'The first three answers of each host take two seconds (a service that sleeps when idle).',
    apply: pausing((turn) => (turn < 3 ? 2000 : 0)),
  },
  {
    id: 'answers-with-pauses',
    description: 'Each 250th answer of a host takes 1.2 seconds (garbage collection).',
    apply: pausing((turn) => (turn % 250 === 249 ? 1200 : 0)),
  },
]
