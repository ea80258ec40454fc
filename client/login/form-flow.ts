import type { CookieJar } from 'tough-cookie'
import type { UserCredentials } from '../environment/config.ts'
import type { HttpClient } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { decide } from './approval-step.ts'
import type { AuthorizationFlow, Intent } from './authorization-flow.ts'
import { findLoginForm, logIn } from './login-step.ts'
import { Navigator } from './navigator.ts'
import type { Page } from './page.ts'
import type { Site } from './site.ts'
import { type Submission, visit } from './submission.ts'

const mostPages = 12
const longestText = 300

/** What a page makes the user agent do: send something, or give up. */
type Step = { readonly submission: Submission } | { readonly why: string; readonly loginRefused?: boolean }

/** One authorization, from its request to the redirect URI or to the page where the flow ends. */
export class FormFlow {
  readonly #site: Site
  readonly #intent: Intent
  readonly #user: UserCredentials
  readonly #navigator: Navigator
  readonly #http: HttpClient
  readonly #exchanges: Exchange[] = []
  #sawApproval = false
  #sent: 'nothing' | 'username' | 'password' = 'nothing'

  constructor(http: HttpClient, cookies: CookieJar, site: Site, intent: Intent, user: UserCredentials) {
    this.#http = http
    this.#site = site
    this.#intent = intent
    this.#user = user
    this.#navigator = new Navigator(http, cookies, site, (exchange) => this.#exchanges.push(exchange))
  }

  async run(start: Submission): Promise<AuthorizationFlow> {
    let submission = start
    let from: Page | undefined
    for (let pages = 0; pages < mostPages; pages++) {
      const arrival = await this.#navigator.go(submission, from)
      if (arrival.kind === 'left') return this.#redirected(arrival.location, arrival.url)
      if (arrival.kind === 'stuck') return this.#stopped(arrival.why, from)
      const { page, status } = arrival
      const step = this.#next(page, status)
      if ('why' in step) return this.#stopped(step.why, page, step.loginRefused)
      const { address, url, method } = step.submission
      if (this.#site.isLeft(address, url)) {
        // the user declines by a link, which is as much the service's word as a redirect
        if (method === 'GET' && this.#intent === 'decline') return this.#redirected(address, url)
        return this.#stopped(
          'the page itself leads to the redirect URI, where the contract wants a redirect',
          page,
        )
      }
      submission = step.submission
      from = page
    }
    return this.#stopped(`no end after ${mostPages} pages`, from)
  }

  #next(page: Page, status: number): Step {
    if (page.refresh !== undefined) return { submission: visit(page, page.refresh) }
    const login = findLoginForm(page)
    if (login !== undefined) {
      if (this.#sent === 'password' || (this.#sent === 'username' && login.password === undefined))
        return { why: 'the login was refused: the login page came again', loginRefused: true }
      const filled = logIn(page, login, this.#user, this.#intent)
      if (filled === undefined) return { why: `the login page has no button to ${this.#intent}` }
      this.#sent = login.password === undefined ? 'username' : 'password'
      if (filled.approval) this.#sawApproval = true
      return filled
    }
    if (status >= 400) {
      const refused = status === 401 && this.#sent === 'password' && !this.#sawApproval
      return { why: `${this.#lastRequest()} was answered with status ${status}`, loginRefused: refused }
    }
    const submission = decide(page, this.#intent)
    if (submission === undefined) return { why: whyUndecided(page, this.#intent) }
    this.#sawApproval = true
    return { submission }
  }

  #redirected(location: string, url: URL | undefined): AuthorizationFlow {
    return { kind: 'redirected', location, url, exchanges: this.#exchanges, sawApproval: this.#sawApproval }
  }

  #stopped(why: string, page: Page | undefined, loginRefused = false): AuthorizationFlow {
    const last = this.#exchanges.at(-1)
    const status = last?.response?.status
    const text = this.#http.secrets.redact(page?.text ?? last?.response?.body ?? '')
    return {
      kind: 'stopped',
      why,
      page: text.length > longestText ? `${text.slice(0, longestText - 1)}…` : text,
      ...(status !== undefined && { status }),
      loginRefused,
      exchanges: this.#exchanges,
      sawApproval: this.#sawApproval,
    }
  }

  #lastRequest(): string {
    const request = this.#exchanges.at(-1)?.request
    return request === undefined ? 'the request' : `${request.method} ${new URL(request.url).pathname}`
  }
}

function whyUndecided(page: Page, intent: Intent): string {
  if (page.forms.length > 0)
    return `no form of the page looks like a login, and none can be used to ${intent}`
  return 'the page has no form; one that is made by JavaScript needs a real browser or a person (SANDBOX_LOGIN)'
}
