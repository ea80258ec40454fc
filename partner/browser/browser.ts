import { CookieJar } from 'tough-cookie'
import type { HttpClient } from '../../client/http/client.ts'
import type { ExaminationStep, Exchange } from '../../client/http/exchange.ts'
import { isLoopback, parseUrl } from '../../client/http/url.ts'
import { type Page, pageOf } from '../../client/login/page.ts'

/** Where the application is, and how the user sees it. */
export interface Place {
  /** Origin where it listens. */
  readonly appUrl: string
  /** Origin that the user sees: that of the redirect URI, as behind a proxy that ends TLS. */
  readonly publicUrl: string
  /** Origin of the authorization host. */
  readonly authUrl: string
}

/** What a browser sends. The URL may be the application's own or as the user sees it. */
export interface Sending {
  readonly method: string
  readonly url: URL
  readonly body?: string
  readonly contentType?: string
}

/** Where a request led. */
export type Arrival =
  | {
      readonly kind: 'answer'
      readonly url: URL
      readonly exchange: Exchange
      readonly page: Page | undefined
    }
  /** The user is sent to the service's authorization endpoint, which was not asked yet. */
  | { readonly kind: 'authorization'; readonly sending: Sending; readonly exchange: Exchange }
  /** To neither the application nor the authorization endpoint. */
  | { readonly kind: 'elsewhere'; readonly address: string; readonly exchange: Exchange }
  | { readonly kind: 'stuck'; readonly why: string; readonly exchange: Exchange }

/** Follows the browser: numbers each exchange when it begins, and keeps it when it has ended. */
interface Follower {
  nextId(): number
  keep(exchange: Exchange, step: Pick<ExaminationStep, 'from' | 'to'>): Exchange
}

const MAX_REDIRECTS = 20
/** How many cookies of one host are kept; browsers have such a limit too. */
const MAX_COOKIES = 180
const MAX_COOKIE_CHARACTERS = 4096

/** A user's browser: cookies, redirects and meta refreshes, no scripts. It never leaves application and service. */
export class Browser {
  readonly place: Place
  readonly #http: HttpClient
  readonly #follower: Follower
  readonly #cookies = new CookieJar(undefined, { looseMode: true, rejectPublicSuffixes: false })
  readonly #headers: Readonly<Record<string, string>>

  constructor(http: HttpClient, place: Place, headers: Readonly<Record<string, string>>, follower: Follower) {
    this.place = place
    this.#http = http
    this.#headers = headers
    this.#follower = follower
  }

  /** The URL of a path of the application, as the user sees it. */
  at(path: string): URL {
    return new URL(path, this.place.publicUrl)
  }

  /** Sends a request and follows whatever it is answered with, up to a page or to the authorization endpoint. */
  async open(sending: Sending): Promise<Arrival> {
    let next = sending
    for (let redirects = 0; ; redirects++) {
      const exchange = await this.send(next)
      const { response, failure } = exchange
      if (response === undefined)
        return { kind: 'stuck', why: failure?.message ?? 'no answer came', exchange }
      const page = pageIfAny(exchange, next.url)
      const address = addressOf(exchange) ?? page?.refresh
      if (address === undefined) return { kind: 'answer', url: next.url, exchange, page }
      const url = parseUrl(address.trim(), page && addressOf(exchange) === undefined ? page.base : next.url)
      if (url === undefined) return { kind: 'elsewhere', address, exchange }
      const keepsMethod = response.status === 307 || response.status === 308
      next = keepsMethod ? { ...next, url } : { method: 'GET', url }
      if (this.isAuthorization(url)) return { kind: 'authorization', sending: next, exchange }
      if (!this.isApplication(url) && url.origin !== this.place.authUrl)
        return { kind: 'elsewhere', address: url.href, exchange }
      if (redirects >= MAX_REDIRECTS)
        return {
          kind: 'stuck',
          why: `the user is redirected more than ${MAX_REDIRECTS} times in a row`,
          exchange,
        }
    }
  }

  /** Sends one request, with the cookies of its host. Redirects are not followed. */
  async send({ method, url, body, contentType }: Sending): Promise<Exchange> {
    const isApplication = this.isApplication(url)
    const seen = isApplication ? new URL(url.pathname + url.search, this.place.publicUrl) : url
    const actual = isApplication ? new URL(url.pathname + url.search, this.place.appUrl) : url
    const cookie = await this.#cookies.getCookieString(seen.href)
    const id = this.#follower.nextId()
    const sent = await this.#http.send({
      method,
      url: actual.href,
      headers: {
        accept:
          contentType === JSON_TYPE
            ? 'application/json, text/html;q=0.9'
            : 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        ...(isApplication
          ? { 'x-forwarded-proto': 'https', 'x-forwarded-host': new URL(this.place.publicUrl).host }
          : this.#headers),
        ...(body === undefined
          ? {}
          : {
              'content-type': contentType ?? FORM_TYPE,
              origin: seen.origin,
              'sec-fetch-site': 'same-origin',
            }),
        ...(cookie === '' ? {} : { cookie }),
      },
      ...(body === undefined ? {} : { body }),
    })
    const exchange = this.#follower.keep(
      { ...sent, id },
      {
        from: 'browser',
        to: isApplication ? 'application' : 'service',
      },
    )
    await this.#keepCookies(exchange, seen)
    return exchange
  }

  /** An application may call itself by the public name or by that of this machine. */
  isApplication(url: URL): boolean {
    const [app, seen] = [new URL(this.place.appUrl), new URL(this.place.publicUrl)]
    if (url.origin === seen.origin || url.origin === app.origin) return true
    // On this machine other ports are other programs: the service is one of them.
    if (isLoopback(url)) return isLoopback(app) && url.port === app.port
    return url.protocol === 'http:' && url.hostname === seen.hostname
  }

  isAuthorization({ origin, pathname }: URL): boolean {
    return origin === this.place.authUrl && pathname === '/oauth2/authorize'
  }

  /** The cookies that the application sees: as long as they are the same, so is the session. */
  session(): Promise<string> {
    return this.#cookies.getCookieString(this.place.publicUrl)
  }

  /** Logs out at the service: whoever approves next in this browser logs in first. */
  async logOut(): Promise<void> {
    for (const { domain, path, key } of await this.#cookies.getCookies(this.place.authUrl, {
      allPaths: true,
    }))
      await this.#cookies.store.removeCookie(domain, path, key)
  }

  async #keepCookies({ response }: Exchange, url: URL): Promise<void> {
    for (const header of response?.headers['set-cookie'] ?? []) {
      if (header.length > MAX_COOKIE_CHARACTERS) continue
      if ((await this.#cookies.getCookies(url.href, { allPaths: true })).length >= MAX_COOKIES) return
      await this.#cookies.setCookie(header, url.href, { ignoreError: true })
    }
  }
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** The media type of what is sent to the adapter's endpoints. */
export const JSON_TYPE = 'application/json'

function addressOf({ response }: Exchange): string | undefined {
  return [301, 302, 303, 307, 308].includes(response?.status ?? 0)
    ? response?.headers.location?.[0]
    : undefined
}

function pageIfAny({ response }: Exchange, url: URL): Page | undefined {
  if (!response || !/html/i.test(response.headers['content-type']?.[0] ?? '')) return undefined
  try {
    return pageOf(response, url)
  } catch (error) {
    // Nested too deep: nobody reads such a page.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
