import { isIP } from 'node:net'
import { getPublicSuffix } from 'tough-cookie'
import { isLoopback, parseUrl } from '../http/url.ts'

/**
 * Which addresses are the service's and which the partner's: the service has its authorization host and all hosts of
 * the same registrable domain; the redirect URI is the partner's, and is never requested.
 */
export class Site {
  readonly #start: URL
  readonly #stopAt: readonly string[]
  /** Origins that the flow was at: a code on its way to one of them is the service's own business. */
  readonly #visited: Set<string>

  constructor(start: URL, stopAt: readonly string[]) {
    this.#start = start
    this.#stopAt = stopAt
    this.#visited = new Set([start.origin])
  }

  /** Whether an address leads to the partner: to one of the given redirect URIs, or off the site with an answer. */
  isLeft(address: string, url: URL | undefined): boolean {
    if (this.#stopAt.some((uri) => this.#leadsTo(uri, address, url))) return true
    if (url === undefined) return false
    if (!/^https?:$/.test(url.protocol)) return true
    return !this.#visited.has(url.origin) && carriesAnswer(url)
  }

  /** Whether the flow may go there, and type credentials there. */
  mayVisit(url: URL): boolean {
    if (this.#visited.has(url.origin)) return true
    if (url.protocol !== 'https:' && !isLoopback(url)) return false
    return isSameSite(this.#start, url)
  }

  noteVisit(url: URL): void {
    this.#visited.add(url.origin)
  }

  #leadsTo(redirectUri: string, address: string, url: URL | undefined): boolean {
    const place = parseUrl(redirectUri)
    // a service may redirect to a text that is no URL because the request asked for it
    if (place === undefined) return redirectUri.includes(':') && address.startsWith(redirectUri)
    // a redirect URI on the service's own host is told from its pages by the path
    if (place.origin === this.#start.origin)
      return url?.origin === place.origin && url.pathname === place.pathname
    return address.startsWith(redirectUri) || (place.origin !== 'null' && url?.origin === place.origin)
  }
}

/** An authorization response (RFC 6749, 4.1.2), unless it is a request for one that is passed on to another server. */
function carriesAnswer(url: URL): boolean {
  const parameters = [url.search, url.hash].map((part) => new URLSearchParams(part.slice(1)))
  if (parameters.some((part) => part.has('response_type'))) return false
  return parameters.some((part) => ['code', 'error', 'state'].some((name) => part.has(name)))
}

function isSameSite(a: URL, b: URL): boolean {
  if (a.hostname === b.hostname) return true
  if (isLoopback(a) || isLoopback(b)) return isLoopback(a) && isLoopback(b)
  if (isIP(a.hostname) || isIP(b.hostname)) return false
  const [one, other] = [a, b].map(({ hostname }) =>
    getPublicSuffix(hostname, { allowSpecialUseDomain: true, ignoreError: true }),
  )
  return one !== undefined && one === other
}
