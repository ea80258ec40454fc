import { setImmediate as immediate } from 'node:timers/promises'
import type { EnvironmentName, Stores } from '../../mock/store.ts'
import type { Account } from './account.ts'
import { BROWSER_HEADER, bearerOf, type Call, donationIdOf } from './call.ts'

/** Longer bodies are refused. In bytes. */
const MAX_BODY = 1024 * 1024
/** What is kept of an answer for reports, in characters. */
const MAX_KEPT = 16_000

/** Who numbers the requests, and is told where there are too many. */
export interface CallMonitor {
  nextId(): number
  /** What an application may have sent by now before that counts as a flood. */
  readonly maxCalls: number
  onFlood(says: string): void
}

/** Takes every request in, finds out whose it is, keeps it, and passes it on. */
export class Mailroom {
  readonly calls: Call[] = []
  readonly #stores: Stores
  readonly #accounts: ReadonlyMap<string, Account>
  readonly #watch: CallMonitor

  constructor(stores: Stores, accounts: ReadonlyMap<string, Account>, watch: CallMonitor) {
    this.#stores = stores
    this.#accounts = accounts
    this.#watch = watch
  }

  /** @param next answers the request, whose body can still be read */
  async receive(
    request: Request,
    { environment, host }: Pick<Call, 'environment' | 'host'>,
    next: (request: Request, call: Call) => Promise<Response>,
  ): Promise<Response> {
    const startedAt = Date.now()
    const { maxCalls } = this.#watch
    if (this.calls.length >= maxCalls) {
      this.#watch.onFlood(`the application sent the service more than ${maxCalls} requests`)
      return new Response('{"error":"too_many_requests"}', { status: 429, headers: { 'retry-after': '60' } })
    }
    const bytes = await bodyOf(request)
    if (bytes === undefined) return new Response(null, { status: 413 })
    const { pathname, search } = new URL(request.url)
    const { [BROWSER_HEADER]: byBrowser, ...headers } = Object.fromEntries(request.headers)
    const sent = {
      ...{ id: this.#watch.nextId(), environment, host, headers, startedAt },
      method: request.method,
      path: withoutNeedlessEscapes(pathname),
      query: withoutNeedlessEscapes(search.slice(1)),
      // A byte order mark stays: JSON may not begin with one.
      body: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
      isByBrowser: byBrowser !== undefined,
    }
    const account = this.#accountOf({ ...sent, account: undefined })
    const call: Call = { ...sent, account }
    this.calls.push(call)
    if (!call.isByBrowser) account?.calls.push(call)
    const opened = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(bytes.length > 0 ? { body: bytes } : {}),
    })
    const response = await next(opened, call)
    const body = await response.clone().text()
    // Whoever has hung up by now, which takes a turn to be noticed, hears no answer.
    await immediate()
    if (request.signal.aborted) return response
    call.answer = {
      at: Date.now(),
      response: {
        status: response.status,
        headers: Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]])),
        body: body.slice(0, MAX_KEPT),
        bytes: body.length,
      },
    }
    return response
  }

  /** By the donation, the code or the token that it names, wherever that stands. */
  #accountOf(call: Call): Account | undefined {
    const { donations, organizations } = this.#stores[call.environment]
    const donation = donations.get(donationIdOf(call) ?? '')
    const owner = donation && organizations.get(donation.organization_id)?.owners[0]
    if (owner !== undefined) return this.#accounts.get(owner)
    for (const text of textsOf(call)) {
      const user = this.#userOf(text, call.environment)
      if (user !== undefined) return this.#accounts.get(user)
    }
    return undefined
  }

  #userOf(text: string, environment: EnvironmentName): string | undefined {
    const { codes, refreshTokens, accessTokens } = this.#stores[environment]
    return (codes.get(text) ?? refreshTokens.get(text) ?? accessTokens.get(text))?.grant.user.username
  }
}

/** Equivalent by RFC 3986 §6.2.2.2, and without a secret that nobody would recognize. */
function withoutNeedlessEscapes(text: string): string {
  return text.replace(/%[2-7][\da-f]/gi, (written) => {
    const character = decodeURIComponent(written)
    return /[\w.~-]/.test(character) ? character : written
  })
}

/** Every text of a request that may be a code or a token. */
function* textsOf(call: Call): Generator<string> {
  const bearer = bearerOf(call)
  if (bearer !== undefined) yield bearer
  for (const text of [call.body, call.query]) for (const [, value] of new URLSearchParams(text)) yield value
  for (const [, value = ''] of call.body.matchAll(/"((?:[^"\\]|\\.)*)"/g)) yield value
  for (const word of `${call.path} ${Object.values(call.headers).join(' ')}`.split(/[\s/,;=]+/)) yield word
}

/** Undefined where it is too large. */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MAX_BODY) return undefined
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
