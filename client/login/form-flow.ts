import type { CookieJar } from 'tough-cookie'
import type { UserCredentials } from '../environment/config.ts'
import type { HttpClient } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { cut } from '../secrets/cut.ts'
import { type ApprovalStep, cancel, decide, onwardForm, onwardLink, passBy } from './approval-step.ts'
import {
  type AuthorizationFlow,
  type Intent,
  intentFor,
  type Purpose,
  type Stopped,
} from './authorization-flow.ts'
import { pickedLink } from './crossroads.ts'
import type { Form } from './form.ts'
import { asksForApproval, findLoginForm, goesAstray, type LoginForm, logIn, textOf } from './login-step.ts'
import { Navigator } from './navigator.ts'
import type { Page } from './page.ts'
import { passwordFormsIn } from './password-forms.ts'
import type { Site } from './site.ts'
import { canBeSkipped } from './skipping.ts'
import { describeFilled, isLastWord, loginAdvice } from './stop.ts'
import { isScript, type Submission, visit } from './submission.ts'
import { byCookies } from './ways-to-decline.ts'
import { postpones, speaksOfAccess } from './words.ts'

const mostPages = 12
const longestText = 300
/** Wrong passwords lock accounts. */
const mostPasswords = 2

/** What a page makes the user agent do: send something, or give up. */
type Step = { readonly submission: Submission } | End

/** Why a flow goes no further. */
interface End {
  readonly why: string
  readonly loginRefused?: boolean
  readonly isFinal?: boolean
}

/** One authorization, from its request to the redirect URI or to the page where the flow ends. */
export class FormFlow {
  readonly #site: Site
  readonly #intent: Intent
  readonly #turnsBack: boolean
  readonly #mistypes: boolean
  /** Whether the next page that could be declined is not. */
  #letsPass: boolean
  readonly #user: UserCredentials
  readonly #navigator: Navigator
  readonly #http: HttpClient
  readonly #exchanges: Exchange[] = []
  readonly #filled: string[] = []
  /** Of the login forms that were sent. */
  readonly #signatures = new Set<string>()
  #sawApproval = false
  /** Whether the user left a page in a way that declines by what it leads to. */
  #mayHaveDeclined = false
  #passwords = 0
  #isMistyped = false
  #after: AuthorizationFlow['after'] = 'request'

  constructor(http: HttpClient, cookies: CookieJar, site: Site, purpose: Purpose, user: UserCredentials) {
    this.#http = http
    this.#site = site
    this.#intent = intentFor(purpose)
    this.#turnsBack = purpose === 'cancel'
    this.#mistypes = purpose === 'mistype'
    this.#letsPass = purpose === 'decline-next'
    this.#user = user
    this.#navigator = new Navigator(http, cookies, site, (exchange) => this.#exchanges.push(exchange))
  }

  async run(start: Submission): Promise<AuthorizationFlow> {
    let submission = start
    let from: Page | undefined
    for (let pages = 0; pages < mostPages; pages++) {
      const arrival = await this.#navigator.go(submission, from)
      if (arrival.kind === 'left') return this.#redirected(arrival.location, arrival.url)
      if (arrival.kind === 'stuck') return this.#stopped(arrival, undefined)
      const { page, status } = arrival
      const step = this.#next(page, status)
      if ('why' in step) return this.#stopped(step, page)
      const { address, url, method, filled = [] } = step.submission
      this.#filled.push(...filled)
      if (isScript(step.submission))
        return this.#stopped({ why: 'the page sends its form by a script' }, page)
      if (this.#site.isLeft(address, url)) {
        // RFC 6749, 1.7: any way will do that brings the user to the redirect URI with the answer in its query
        if (method === 'GET') return this.#redirected(address, url)
        const why = 'the page posts its answer to the redirect URI, where the contract wants a redirect'
        return this.#stopped({ why, isFinal: true }, page)
      }
      submission = step.submission
      from = page
    }
    return this.#stopped({ why: `no end after ${mostPages} pages` }, from)
  }

  #next(page: Page, status: number): Step {
    if (page.refresh !== undefined) return { submission: visit(page, page.refresh) }
    const login = findLoginForm(page)
    if (login !== undefined && !this.#isPastLogin(page, login)) return this.#logIn(page, login)
    if (status >= 400) {
      const refused = status === 401 && this.#passwords > 0 && !this.#sawApproval
      return {
        why: `${this.#lastRequest()} was answered with status ${status}`,
        loginRefused: refused,
        isFinal: true,
      }
    }
    const hasDeclined = this.#intent === 'decline' && this.#after === 'decision'
    const decision = this.#orPassedBy(page, decide(page, this.#intent, hasDeclined))
    if (decision !== undefined) {
      this.#sawApproval = true
      this.#after = decision.isPlain || hasDeclined ? 'decision' : 'login'
      this.#mayHaveDeclined ||= decision.mayDecline === true
      return decision
    }
    const onward = page.refreshWithoutScripts ?? onwardLink(page) ?? pickedLink(page)
    if (onward !== undefined) return { submission: visit(page, onward) }
    const last = byCookies(page) ?? onwardForm(page)
    if (last !== undefined) return { submission: last }
    return { why: whyUndecided(page, this.#intent), isFinal: isLastWord(page) }
  }

  /** The first page that could be declined is passed by on request, unless it speaks of access: that is what one declines. */
  #orPassedBy(page: Page, step: ApprovalStep | undefined): ApprovalStep | undefined {
    if (!this.#letsPass || !step?.isPlain || speaksOfAccess(page.text)) return step
    this.#letsPass = false
    return passBy(page) ?? step
  }

  /** Whether the login is done, and the page asks for approval, or lets one put it off, beside another form that looks like a login. */
  #isPastLogin(page: Page, login: LoginForm): boolean {
    if (this.#passwords === 0 || this.#signatures.has(login.signature)) return false
    if (login.password === undefined && (isTelephone(login) || canBeSkipped(page))) return true
    const leadsOn = (form: Form) =>
      asksForApproval(form) || form.buttons.some((button) => postpones(textOf(button)))
    return page.forms.some((form) => form !== login.form && !goesAstray(form) && leadsOn(form))
  }

  #logIn(page: Page, login: LoginForm): Step {
    if (this.#turnsBack) return this.#cancel(page, login)
    if (this.#mayHaveDeclined) return { why: 'leaving the page of approval led back to the login' }
    if (this.#signatures.has(login.signature) || this.#passwords >= mostPasswords) {
      const refused =
        this.#passwords > 0 ? 'the login page came again' : 'the page for the user name came again'
      return { why: `the login was refused: ${refused}`, loginRefused: true }
    }
    const isWrong = this.#mistypes && !this.#isMistyped && login.password !== undefined
    const user = isWrong ? { ...this.#user, password: `${this.#user.password}x` } : this.#user
    const filled = logIn(page, login, user, this.#intent)
    if (filled === undefined) return { why: `the login page has no button to ${this.#intent}` }
    if (isWrong) {
      // The same pages are to come again.
      this.#signatures.clear()
      this.#isMistyped = true
      return { ...filled, submission: { ...filled.submission, noRetry: true } }
    }
    this.#signatures.add(login.signature)
    if (login.password !== undefined) this.#passwords += 1
    if (filled.approval) this.#sawApproval = true
    this.#after = filled.approval ? 'decision' : 'login'
    return filled
  }

  #cancel(page: Page, { form }: LoginForm): Step {
    const submission = cancel(page, form)
    if (submission === undefined) return { why: 'the login page has nothing to cancel by' }
    this.#after = 'decision'
    return { submission }
  }

  #redirected(location: string, url: URL | undefined): AuthorizationFlow {
    if (this.#mayHaveDeclined && url?.searchParams.get('error') === 'access_denied') this.#after = 'decision'
    return { kind: 'redirected', location, url, ...this.#soFar(location) }
  }

  #stopped({ why, loginRefused = false, isFinal = false }: End, page: Page | undefined): Stopped {
    const last = this.#exchanges.at(-1)
    const status = last?.response?.status
    const text = this.#http.secrets.redact(page?.text ?? last?.response?.body ?? '')
    // where the login was refused, the page works, unless a script was to change what is sent
    const needsOther = page !== undefined && !isFinal && (!loginRefused || page.hasScripts)
    const advice = needsOther ? loginAdvice(page) : ''
    return {
      kind: 'stopped',
      why: [why, describeFilled(this.#filled), advice].filter(Boolean).join('; '),
      page: cut(text, longestText),
      ...(status !== undefined && { status }),
      isFinal,
      loginRefused,
      ...this.#soFar(),
    }
  }

  /** @param left where the last answer, or page, sent the user off the site. */
  #soFar(left?: string) {
    const passwordForms = passwordFormsIn(this.#exchanges, this.#user.password, left)
    const told = {
      exchanges: this.#exchanges,
      sawApproval: this.#sawApproval,
      after: this.#after,
      passwordForms,
    }
    return this.#mistypes ? { ...told, isMistyped: this.#isMistyped } : told
  }

  #lastRequest(): string {
    const request = this.#exchanges.at(-1)?.request
    return request === undefined ? 'the request' : `${request.method} ${new URL(request.url).pathname}`
  }
}

/** Whether a form asks for a telephone number that it does not call a user name. */
function isTelephone({ username }: LoginForm): boolean {
  return username?.type === 'tel' && !username.autocomplete.includes('username')
}

function whyUndecided(page: Page, intent: Intent): string {
  if (page.forms.length > 0)
    return `no form of the page looks like a login, and none can be used to ${intent}`
  return 'the page has no form'
}
