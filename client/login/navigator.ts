import type { CookieJar } from 'tough-cookie'
import type { HttpClient } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { parseUrl } from '../http/url.ts'
import { cut } from '../secrets/cut.ts'
import { type Page, pageOf } from './page.ts'
import type { Site } from './site.ts'
import type { Submission } from './submission.ts'

const mostRedirects = 20

/** Where a submission led: to a page, to the partner, or nowhere. */
type Landing =
  | { readonly kind: 'page'; readonly page: Page; readonly status: number }
  | { readonly kind: 'left'; readonly location: string; readonly url: URL | undefined }
  | {
      readonly kind: 'stuck'
      readonly why: string
      /** Whether that is final: the service answered, and the answer leads nowhere. */
      readonly isFinal?: boolean
    }

/** A request of a submission, or of a redirect behind it. */
interface Sent {
  readonly method: string
  readonly body: string | undefined
  readonly contentType: string | undefined
  readonly noRetry: true | undefined
}

/** Sends what pages submit, as a browser does: with cookies and through redirects, but never off the site. */
export class Navigator {
  readonly #http: HttpClient
  readonly #cookies: CookieJar
  readonly #site: Site
  readonly #record: (exchange: Exchange) => void

  constructor(http: HttpClient, cookies: CookieJar, site: Site, record: (exchange: Exchange) => void) {
    this.#http = http
    this.#cookies = cookies
    this.#site = site
    this.#record = record
  }

  /** Sends the submission that `from` leads to, and follows redirects up to a page. */
  async go(submission: Submission, from: Page | undefined): Promise<Landing> {
    const { noRetry } = submission
    let { method, url, address, body, contentType }: Submission = submission
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      if (url === undefined)
        return stuck(`the service sends the user to ${shown(address)}, which is no URL`, true)
      if (!this.#site.mayVisit(url))
        return stuck(`the service sends the user to ${url.origin}, which is another site or not secure`)
      this.#site.noteVisit(url)
      const exchange = await this.#send({ method, body, contentType, noRetry }, url, from)
      const { response } = exchange
      if (response === undefined) return stuck(exchange.failure?.message ?? 'no answer came')
      const location = response.headers.location?.[0]
      if (location === undefined || ![301, 302, 303, 307, 308].includes(response.status))
        return landingAt(url, exchange)
      const next = parseUrl(location, url)
      if (this.#site.isLeft(location, next)) return { kind: 'left', location, url: next }
      // RFC 9110, 15.4: only 307 and 308 keep the method
      if (response.status < 307) [method, body] = ['GET', undefined]
      address = location
      url = next
    }
    return stuck(`more than ${mostRedirects} redirects in a row`)
  }

  async #send(
    { method, body, contentType = '', noRetry }: Sent,
    url: URL,
    from: Page | undefined,
  ): Promise<Exchange> {
    const cookie = await this.#cookies.getCookieString(url.href)
    const exchange = await this.#http.send({
      method,
      url: url.href.replace(/#.*$/s, ''),
      headers: {
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        ...(from && { referer: from.url.href.replace(/#.*$/s, '') }),
        ...(body !== undefined && {
          'content-type': contentType,
          origin: from?.url.origin ?? url.origin,
        }),
        ...(cookie !== '' && { cookie: asBytes(cookie) }),
      },
      ...(body !== undefined && { body }),
      ...(noRetry && { noRetry }),
    })
    this.#record(exchange)
    for (const header of exchange.response?.headers['set-cookie'] ?? [])
      await this.#cookies.setCookie(header, url.href, { ignoreError: true })
    return exchange
  }
}

/** A header holds bytes, one to a character: what browsers send of other letters is their UTF-8. */
function asBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

function landingAt(url: URL, { request, response }: Exchange): Landing {
  if (response === undefined) return stuck('no answer came')
  const type = response.headers['content-type']?.[0] ?? ''
  const what = `${request.method} ${url.pathname} was answered with status ${response.status}`
  if (!/html/i.test(type) && !response.body.trimStart().startsWith('<'))
    return stuck(`${what} and ${type === '' ? 'no content type' : shown(type)}, which is no page`, true)
  try {
    return { kind: 'page', page: pageOf(response, url), status: response.status }
  } catch (error) {
    if (error instanceof RangeError) return stuck(`${what} and a page that is nested too deep`)
    throw error
  }
}

function stuck(why: string, isFinal = false): Landing {
  return { kind: 'stuck', why, isFinal }
}

function shown(text: string): string {
  return JSON.stringify(cut(text, 100))
}
