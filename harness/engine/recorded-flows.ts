import { statusOf } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { parseUrl } from '../../client/http/url.ts'

/** An authorization request whose callback is still to come. */
interface OpenFlow {
  readonly request: Exchange
  readonly redirectUri: URL
  readonly state: string
}

/**
 * The authorization flows of a recording that lead through pages, such as those of a login: each as one exchange, the
 * authorization request with the answer that led back to the partner. A callback belongs to the request with its state,
 * or to the only one that there is to answer. Once two flows overlapped, or one did not say its state and its redirect
 * URI, nobody can tell what belongs to what but by the state.
 */
export function* flowsThroughPages(authUrl: string, exchanges: readonly Exchange[]): Iterable<Exchange> {
  let open: readonly OpenFlow[] = []
  let isClear = true
  const seen = new Set<string>()
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
    const flow = flowOf(callback, open, isClear)
    if (!flow) continue
    open = open.filter((one) => one !== flow)
    const headers = { location: [callback.href] }
    yield { ...flow.request, response: { status: 302, headers, body: '', bytes: 0 } }
  }
}

function flowOf(callback: URL, open: readonly OpenFlow[], isClear: boolean): OpenFlow | undefined {
  const candidates = open.filter(({ redirectUri }) => leadsTo(callback, redirectUri))
  const states = callback.searchParams.getAll('state')
  return (
    candidates.find(({ state }) => states.includes(state)) ??
    (isClear && candidates.length === 1 ? candidates[0] : undefined)
  )
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
