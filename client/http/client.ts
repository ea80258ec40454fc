import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import type { SecretRegistry } from '../secrets/registry.ts'
import { Attempt, type RawAnswer } from './attempt.ts'
import { textOf } from './charset.ts'
import { collectSecrets } from './collect-secrets.ts'
import { type ConnectionOptions, Connections } from './connections.ts'
import { acceptedEncodings, decodeContent } from './content-decoding.ts'
import type { Exchange, ExchangeRequest, ExchangeResponse } from './exchange.ts'
import { FailureError, failureOf, isBrokenConnection, type TransportFailure } from './failure.ts'
import { type Limits, limitsFor } from './limits.ts'
import { passFor } from './network.ts'
import type { Sender } from './sender.ts'
import type { TransportStats } from './transport-stats.ts'

/** A request as it is to be sent, and how. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  /** The body goes in chunks of so many bytes, without a length (RFC 9112, 7.1), which is {@link irregular}; else whole. */
  readonly chunkBytes?: number
  /** Whose test sends it; absent where the suite itself does. */
  readonly requirement?: string
  /** A request that the contract does not describe: rules about answers skip it. */
  readonly irregular?: true
  /**
   * - `alone`: while no other request is under way.
   * - `anew`: likewise, and on a new connection, with all others closed.
   * - `at once`: together with others, whatever is under way and whatever limits there are.
   */
  readonly how?: 'alone' | 'anew' | 'at once'
  /** Set where it is not sent again when the service asks to wait: a wrong password, sent often, may lock a user out. */
  readonly noRetry?: true
  /** Whose turn comes later where requests wait: 0, unless told otherwise, comes first. */
  readonly rank?: number
}

/** Sends requests. One that wraps another limits, attributes or repeats what is sent: see {@link withSend}. */
export interface HttpClient {
  /**
   * Sends one request, without following redirects. Never rejects for anything that the network or the server
   * does: the exchange then carries a failure in place of a response.
   *
   * @throws TypeError where `url` is no absolute URL
   */
  send(request: HttpRequest): Promise<Exchange>
  /**
   * Keeps idle connections for a shorter time from now on, and in the end not at all: one of them was lost just when it
   * was used again.
   * @param lost the request that was lost; one that was sent before the last such change says nothing of it.
   */
  keepIdleShorter(lost: Pick<Exchange, 'startedAt'>): void
  /** Ends all connections; what is still under way fails as aborted. */
  close(): Promise<void>
  /** How many requests were sent so far. */
  readonly requests: number
  readonly secrets: SecretRegistry
  /** The test that sends by this client; absent where the suite itself does. */
  readonly sender?: Sender
}

/** The same client, which sends in another way, and for this test if one is named. */
export function withSend(http: HttpClient, send: HttpClient['send'], sender = http.sender): HttpClient {
  return {
    ...http,
    send,
    ...(sender === undefined ? {} : { sender }),
    get requests() {
      return http.requests
    },
  }
}

export interface HttpClientOptions extends ConnectionOptions {
  readonly secrets: SecretRegistry
  /** Is handed every exchange, once its secrets are registered. */
  readonly recorder?: (exchange: Exchange) => void
  readonly limits?: Partial<Limits>
  /** Counts what is sent again. */
  readonly stats?: TransportStats
  /** False where even a request that changes nothing may be sent only once. Default: true. */
  readonly repeats?: boolean
  /** Gives up whatever is under way, and all that is sent later. */
  readonly signal?: AbortSignal
}

/** Takes every host name for one address. */
export function lookupOf(address: string): LookupFunction {
  const family = isIP(address)
  return (_, { all }, callback) => {
    if (all) callback(null, [{ address, family }])
    else callback(null, address, family)
  }
}

/** Methods that change nothing (RFC 9110, 9.2.1): repeating them is always right. */
const safeMethods = ['GET', 'HEAD']

/** Creates an HTTP client. It sends as many requests at the same time as it is asked to: see `throttle`. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { secrets, recorder, signal, stats } = options
  const limits = { ...limitsFor(options.network?.answerMs), ...options.limits }
  const connections = new Connections(options, limits)
  const underWay = new Set<Attempt>()
  const giveUp = () => {
    for (const attempt of underWay) attempt.end(new FailureError('aborted', 'the request was given up'))
  }
  signal?.addEventListener('abort', giveUp, { once: true })
  let requests = 0

  async function receive(request: ExchangeRequest, url: URL, source: HttpRequest): Promise<Received> {
    const attempt = new Attempt(limits)
    underWay.add(attempt)
    const { origin, pathname, search } = url
    const { method } = source
    if (source.how === 'anew') await connections.renew()
    if (signal?.aborted) giveUp()
    else {
      const { [CHUNKED]: _, ...headers } = request.headers
      const path = pathname + search
      connections.dispatch({ origin, path, method, headers, body: bodyOf(source) }, attempt)
    }
    try {
      const answer = await attempt.answer
      return { response: await readResponse(answer, limits), startedAt: attempt.startedAt }
    } catch (error) {
      const broken = !attempt.answered && isBrokenConnection(error)
      return {
        failure: failureOf(error, url, limits),
        repeatable: broken && options.repeats !== false && safeMethods.includes(source.method),
        startedAt: attempt.startedAt,
      }
    } finally {
      underWay.delete(attempt)
    }
  }

  return {
    async send(source) {
      const { requirement, irregular = source.chunkBytes !== undefined } = source
      const url = new URL(source.url)
      const request = recordedRequest(source, passFor(url, options.network))
      const id = ++requests
      let { response, failure, repeatable, startedAt } = await receive(request, url, source)
      if (repeatable) {
        if (stats) stats.repeats += 1
        const lostAt = performance.timeOrigin + startedAt
        ;({ response, failure, startedAt } = await receive(request, url, source))
        if (response) connections.keepIdleShorter({ startedAt: lostAt })
      }
      const durationMs = performance.now() - startedAt
      collectSecrets(secrets, request, response)
      const exchange: Exchange = {
        id,
        ...(requirement !== undefined && { requirement }),
        ...(irregular && { irregular: true as const }),
        startedAt: performance.timeOrigin + startedAt,
        durationMs,
        request,
        ...(response !== undefined && { response }),
        ...(failure !== undefined && { failure }),
      }
      recorder?.(exchange)
      return exchange
    },
    keepIdleShorter: (lost) => connections.keepIdleShorter(lost),
    close: () => connections.close(),
    get requests() {
      return requests
    },
    secrets,
  }
}

/** What became of one attempt to send a request. */
interface Received {
  readonly response?: ExchangeResponse
  readonly failure?: TransportFailure
  /** The connection ended before any byte of an answer, and sending the request again can do no harm. */
  readonly repeatable?: boolean
  /** In milliseconds of `performance.now()`. */
  readonly startedAt: number
}

async function readResponse(answer: RawAnswer, limits: Limits): Promise<ExchangeResponse> {
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value = []]) => [name, [value].flat().map(headerValue)]),
  )
  const codings = headers['content-encoding']?.join() ?? ''
  const body = codings === '' ? answer.body : await decodeContent(answer.body, codings, limits.bodyBytes)
  const type = headers['content-type']?.[0] ?? ''
  return { status: answer.status, headers, body: textOf(body, type), bytes: body.length }
}

/**
 * HTTP libraries hand header bytes on as Latin-1; where they are UTF-8, that is what the server meant. The blanks that may
 * stand behind a value (RFC 9112 §5.1) are no part of it, and undici leaves them there.
 */
function headerValue(value: string): string {
  const text = /[\x80-\xff]/.test(value) ? Buffer.from(value, 'latin1').toString('utf8') : value
  return text.replace(/^[ \t]+|[ \t]+$/g, '')
}

/** The header of what is sent in chunks: whoever frames the message writes it. */
const CHUNKED = 'transfer-encoding'

/** The body as undici takes it: what has no length goes in chunks. */
function bodyOf({ body, chunkBytes }: HttpRequest): string | Uint8Array | Readable | null {
  if (body === undefined || chunkBytes === undefined) return body ?? null
  const bytes = Buffer.from(body)
  const places = Array.from(
    { length: Math.ceil(bytes.length / chunkBytes) },
    (_, index) => index * chunkBytes,
  )
  return Readable.from(places.map((place) => bytes.subarray(place, place + chunkBytes)))
}

function recordedRequest(
  { method, url, headers = {}, body, chunkBytes }: HttpRequest,
  pass: Readonly<Record<string, string>>,
): ExchangeRequest {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  return {
    method,
    url,
    headers: {
      'user-agent': 'donation-conformance',
      'accept-encoding': acceptedEncodings,
      ...pass,
      ...Object.fromEntries(lowerCase),
      ...(chunkBytes !== undefined && { [CHUNKED]: 'chunked' }),
    },
    ...(body !== undefined && recordedBody(body)),
  }
}

/** Bytes that are no UTF-8 are kept as base64, so that the request can be repeated as it was. */
function recordedBody(body: string | Uint8Array): Pick<ExchangeRequest, 'body' | 'bodyEncoding'> {
  if (typeof body === 'string') return { body }
  const bytes = Buffer.from(body)
  const text = bytes.toString('utf8')
  if (Buffer.from(text).equals(bytes)) return { body: text }
  return { body: bytes.toString('base64'), bodyEncoding: 'base64' }
}
