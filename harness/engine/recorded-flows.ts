import { statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { parseUrl } from '../../client/http/url.ts'

/** An authorization request whose callback is still to come. */
interface OpenFlow {
  readonly request: Exchange
  readonly redirectUri: URL
  readonly state: string
}

/** What a recording shows of the authorization flows that lead through pages, such as those of a login. */
interface RecordedFlows {
  /** Each as one exchange: the authorization request with the answer that led back to the partner. */
  readonly flows: readonly Exchange[]
  /** Callbacks with a code and a state that no request had, where it cannot be told to which request they belong. */
  readonly strays: readonly URL[]
}

/**
 * Reads the authorization flows of a recording that lead through pages. A callback belongs to the request with its state,
 * to the only one that there is to answer, or to one whose state resembles a state that nobody sent. Once two flows
 * overlapped, or one did not say its state and its redirect URI, nobody can tell otherwise what belongs to what.
 */
export function flowsThroughPages(authUrl: string, exchanges: readonly Exchange[]): RecordedFlows {
  let open: readonly OpenFlow[] = []
  let isClear = true
  const sent = statesSent(authUrl, exchanges)
  const seen = new Set<string>()
  const flows: Exchange[] = []
  const strays: URL[] = []
  for (const exchange of exchanges.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const address = exchange.response?.headers.location?.[0]
    if (asksForCode(exchange, authUrl)) {
      const asked = openedBy(exchange)
      if (!asked) {
        isClear = false
        continue
      }
      // Some services come back to the same request when the login is over.
      if (open.some(({ request: { request } }) => request.url !== exchange.request.url)) isClear = false
      open = open.filter(({ state }) => state !== asked.state)
      const callback = callbackOf(address, [asked])
      if (callback) seen.add(callback.href)
      else open = [...open, asked]
      continue
    }
    const callback = callbackOf(address, open) ?? callbackOf(exchange.request.url, open)
    // A browser's recording shows a callback twice: as the answer that leads there, and as the request.
    if (callback === undefined || seen.has(callback.href)) continue
    seen.add(callback.href)
    const isUnknown = !statesOf(callback.href).some((state) => sent.has(state))
    const flow = flowOf(callback, open, isClear) ?? (isUnknown ? resemblingFlow(callback, open) : undefined)
    if (flow) {
      open = open.filter((one) => one !== flow)
      const headers = { location: [callback.href] }
      flows.push({ ...flow.request, response: { status: 302, headers, body: '', bytes: 0 } })
    } else if (isUnknown && callback.searchParams.has('code')) strays.push(callback)
  }
  return { flows, strays }
}

/** The states of all authorization requests, also of those that are written in an unusual way. */
function statesSent(authUrl: string, exchanges: readonly Exchange[]): ReadonlySet<string> {
  const urls = exchanges.map(({ request }) => request.url)
  return new Set(urls.filter((url) => url.startsWith(authUrl) && /authorize/i.test(url)).flatMap(statesOf))
}

/** One that is empty where there is none. */
function statesOf(url: string): readonly string[] {
  const states = parseUrl(url)?.searchParams.getAll('state') ?? []
  return states.length > 0 ? states : ['']
}

function flowOf(callback: URL, open: readonly OpenFlow[], isClear: boolean): OpenFlow | undefined {
  const candidates = candidatesOf(callback, open)
  const states = statesOf(callback.href)
  return (
    candidates.find(({ state }) => states.includes(state)) ??
    (isClear && candidates.length === 1 ? candidates[0] : undefined)
  )
}

function resemblingFlow(callback: URL, open: readonly OpenFlow[]): OpenFlow | undefined {
  const states = statesOf(callback.href)
  return candidatesOf(callback, open).find(({ state }) => states.some((one) => resembles(one, state)))
}

function candidatesOf(callback: URL, open: readonly OpenFlow[]): readonly OpenFlow[] {
  return open.filter(({ redirectUri }) => leadsTo(callback, redirectUri))
}

/** Two states that share this many letters and digits are the same. */
const TELLING = 6

/** Whether one state is the other one cut off, or written otherwise but for its letters and digits. */
function resembles(received: string, sent: string): boolean {
  const [one, other] = [bare(received), bare(sent)]
  const [shorter = '', longer = ''] = one.length < other.length ? [one, other] : [other, one]
  return shorter.length >= TELLING && (longer.startsWith(shorter) || longer.endsWith(shorter))
}

/** The letters and digits of a state, without those of escapes of URLs and HTML. */
function bare(state: string): string {
  return state
    .normalize('NFKC')
    .replace(/&(?:#\w+|[a-z]+);|%[\da-f]{2}/gi, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

function asksForCode(exchange: Exchange, authUrl: string): boolean {
  const { method, url } = exchange.request
  return method === 'GET' && url.startsWith(`${authUrl}/oauth2/authorize?`) && statusOf(exchange) < 400
}

function openedBy(exchange: Exchange): OpenFlow | undefined {
  const { searchParams } = new URL(exchange.request.url)
  const [state, another] = searchParams.getAll('state')
  const redirectUri = parseUrl(searchParams.get('redirect_uri') ?? '')
  if (state === undefined || another !== undefined || !redirectUri) return undefined
  return { request: exchange, redirectUri, state }
}

/** An address that answers one of these requests, by a code or an error (RFC 6749, 4.1.2). */
function callbackOf(address: string | undefined, open: readonly OpenFlow[]): URL | undefined {
  const url = parseUrl(address ?? '')
  if (!url || !['code', 'error'].some((name) => url.searchParams.has(name))) return undefined
  return open.some(({ redirectUri }) => leadsTo(url, redirectUri)) ? url : undefined
}

function leadsTo(url: URL, redirectUri: URL): boolean {
  return url.origin === redirectUri.origin && url.pathname === redirectUri.pathname
}
