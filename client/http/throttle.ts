import { InconclusiveError } from '../../contract/verdict.ts'
import type { SecretRegistry } from '../secrets/registry.ts'
import { statusOf } from './answer.ts'
import { type HttpClient, type HttpRequest, withSend } from './client.ts'
import type { Exchange } from './exchange.ts'
import { DEFAULT_CONCURRENCY } from './limits.ts'
import { RateLimiter } from './rate-limiter.ts'
import type { TransportStats } from './transport-stats.ts'

/** How much a service is asked at a time. */
export interface RateLimits {
  /** Requests a second, at most. */
  readonly rps?: number
  /** Requests under way at the same time, at most. */
  readonly concurrency?: number
  /** At the same time in the beginning: more as the service shows that it bears them. */
  readonly startConcurrency?: number
  /** False where even what has to be sent at the same moment keeps to these limits. */
  readonly burst?: boolean
  /** How long a code lives, in seconds, where that is known. */
  readonly codeLifetimeSeconds?: number | undefined
}

/** A service that nobody knows yet is asked gently. */
const START_CONCURRENCY = 4

const HEAVY_BYTES = 256 * 1024
const HEAVY_CONCURRENCY = 4

/** No service is waited for any longer at a time. */
const LONGEST_WAIT_MS = 300_000
/** Where the service does not say how long: this, then twice as long each time. */
const FIRST_BACKOFF_MS = 500
const MOST_BACKOFFS = 5
/** Who says "at once" again and again means less than a second: this, doubled with each wait, and no longer than the last. */
const NO_TIME_BACKOFF_MS = 50
const LONGEST_NO_TIME_BACKOFF_MS = 2_000
/** A 503 that does not say when to come back may pass; these are waited before it is believed. */
const UNAVAILABLE_BACKOFFS_MS = [200, 800]
/** After this many waits a refusal with Retry-After is final. */
const MOST_FORBIDDEN_WAITS = 3
/** Times that one request waits as it is told to. */
const MOST_WAITS = 10
/** Clocks that differ by more do not agree; less is the time that an answer takes, and that a Date has no fractions. */
const CLOCK_DIFFERENCE_MS = 2_000
/** Codes live for a short time (RFC 6749, 4.1.2): where nobody says for how long, for so many seconds at least. */
const UNKNOWN_CODE_LIFETIME = 5
/** For so much of its lifetime a code may be held up: it is not new when its exchange is sent. */
const CODE_PATIENCE = 0.6

/**
 * A client that waits when the service asks it to: after 429, and after 503 or 403 with Retry-After (RFC 9110, 10.2.3;
 * RFC 6585, 4; the secondary limits of GitHub), the request is sent again, and all others wait with it. What takes the
 * service's patience beyond measure throws InconclusiveError: an answer that only says "later" decides nothing.
 *
 * @param signal ends all waiting; requests then fail as their own signal says.
 * @param stats counts the waits.
 */
export function throttle(
  http: HttpClient,
  rateLimits: RateLimits,
  signal?: AbortSignal,
  stats?: TransportStats,
): HttpClient {
  const { rps, concurrency = DEFAULT_CONCURRENCY, startConcurrency = START_CONCURRENCY } = rateLimits
  const { codeLifetimeSeconds = UNKNOWN_CODE_LIFETIME } = rateLimits
  const limiter = new RateLimiter(concurrency, startConcurrency, rps)
  const patienceMs = codeLifetimeSeconds * 1_000 * CODE_PATIENCE
  signal?.addEventListener('abort', () => limiter.open(), { once: true })

  /** @returns undefined where the service wants it later. */
  async function attempt(
    request: HttpRequest,
    waits: number,
    started: number,
  ): Promise<Exchange | undefined> {
    const heldMs = performance.now() - started
    const exchange = await http.send(request)
    const wait = askedToWait(exchange, waits)
    if (isHeavy(exchange)) limiter.narrow(HEAVY_CONCURRENCY)
    else if (exchange.failure) limiter.lost()
    else if (wait === undefined) limiter.answered(exchange.durationMs)
    if (wait === undefined) {
      if (holdsIssuedCode(request, http.secrets)) requireFreshCode(exchange, heldMs, patienceMs)
      return exchange
    }
    if (request.noRetry) return exchange
    requireBearable(exchange, wait)
    const longerMs = limiter.holdFor(wait)
    if (stats) {
      stats.waits += 1
      stats.waitedMs += longerMs
    }
    requirePatience(exchange, waits)
    return undefined
  }

  async function first<Sent>(
    request: HttpRequest,
    urgent: boolean,
    send: () => Promise<Sent>,
  ): Promise<Sent> {
    if (request.how === 'alone' || request.how === 'anew') return limiter.runAlone(send)
    if (request.how !== 'at once' || rateLimits.burst === false)
      return limiter.run(urgent, send, request.rank)
    await limiter.whenOpen()
    return send()
  }

  return withSend(http, async (request) => {
    const urgent = isTokenRequest(request)
    const started = performance.now()
    for (let waits = 0; ; waits++) {
      const send = () => attempt(request, waits, started)
      const exchange = await (waits === 0 ? first(request, urgent, send) : limiter.run(true, send))
      if (exchange) return exchange
    }
  })
}

/** Many such answers at the same time would take all the memory there is. */
function isHeavy({ response, failure }: Exchange): boolean {
  return failure?.kind === 'too-large' || (response?.bytes ?? 0) > HEAVY_BYTES
}

/** How long the service wants to be left alone, in milliseconds; undefined where it has answered. */
export function askedToWait(exchange: Exchange, waits: number, now = Date.now()): number | undefined {
  const status = statusOf(exchange)
  if (status !== 429 && status !== 503 && status !== 403) return undefined
  const told = retryAfter(exchange, now)
  if (status === 403) return waits < MOST_FORBIDDEN_WAITS ? told : undefined
  if (told !== undefined) return waits === 0 ? told : Math.max(told, pauseAfter(waits))
  return status === 429 ? FIRST_BACKOFF_MS * 2 ** waits : UNAVAILABLE_BACKOFFS_MS[waits]
}

/** The shortest wait after so many others, in milliseconds. */
function pauseAfter(waits: number): number {
  return Math.min(LONGEST_NO_TIME_BACKOFF_MS, NO_TIME_BACKOFF_MS * 2 ** waits)
}

/** Seconds or a date (RFC 9110, 10.2.3), which is by the clock that the answer's own Date is by; undefined for neither. */
function retryAfter({ response }: Exchange, now: number): number | undefined {
  const value = response?.headers['retry-after']?.[0]?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  if (Number.isNaN(date)) return undefined
  const saidAt = Date.parse(response?.headers.date?.[0] ?? '')
  const isOtherClock = Math.abs(saidAt - now) > CLOCK_DIFFERENCE_MS
  return Math.max(0, date - (isOtherClock ? saidAt : now))
}

/** @throws InconclusiveError where the service wants to be left alone for longer than anybody waits. */
function requireBearable(exchange: Exchange, milliseconds: number): void {
  if (milliseconds <= LONGEST_WAIT_MS) return
  const { host } = new URL(exchange.request.url)
  const seconds = Math.ceil(milliseconds / 1000)
  throw new InconclusiveError(`${host} answers ${statusOf(exchange)} and asks to wait ${seconds} s`)
}

function requirePatience(exchange: Exchange, waits: number): void {
  const told = exchange.response?.headers['retry-after'] !== undefined
  if (waits < (told ? MOST_WAITS : MOST_BACKOFFS)) return
  throw new InconclusiveError(
    `${new URL(exchange.request.url).host} still answers ${statusOf(exchange)} after ${waits} waits: it wants fewer requests`,
    ['a lower --rps or --concurrency'],
  )
}

function isTokenRequest({ method, url }: HttpRequest): boolean {
  return method === 'POST' && url.endsWith('/oauth2/token')
}

/** Whether it is a token request with a code that the service gave, which may expire: one that is made up does not. */
function holdsIssuedCode(request: HttpRequest, secrets: SecretRegistry): boolean {
  return isTokenRequest(request) && secrets.labelsIn(String(request.body)).includes('<code>')
}

/** What was refused although it waited too long is not to be held against the service. */
function requireFreshCode(exchange: Exchange, heldMs: number, patienceMs: number): void {
  if (heldMs > patienceMs && statusOf(exchange) >= 400)
    throw new InconclusiveError(
      'the code had to wait, for a limit of the service or for this machine, and may have expired meanwhile',
    )
}
