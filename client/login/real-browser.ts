import type { Browser, Page } from 'playwright-core'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { BrowserConfig, UserCredentials } from '../environment/config.ts'
import { type Network, passFor } from '../http/network.ts'
import { cut } from '../secrets/cut.ts'
import {
  type AuthorizationFlow,
  type Intent,
  intentFor,
  type Purpose,
  type UserAgent,
} from './authorization-flow.ts'
import { BrowserForms } from './browser-forms.ts'
import { intentOf } from './words.ts'

const PATIENCE_MS = 60_000
const LOOK_MS = 100
/** A page that is asked to go on and stays is asked again after this. */
const AGAIN_MS = 3_000
/** A page that does nothing, and offers nothing to do, for so long will not go on. */
const STUCK_MS = 10_000
const SETTLED_MS = 500

/** What the browser says of an address from which no page comes; ERR_ABORTED is one that another took the place of. */
const NO_PAGE = /net::ERR_(?!ABORTED)/

const LONGEST_TEXT = 300

const USERNAME =
  'input[type=email], input[autocomplete=username], input[name*=user i], input[name*=email i], input[name*=login i], input[type=text], input:not([type])'
const PASSWORD = 'input[type=password]'
/** What may change a page, or leave it, though nobody does anything. */
const ALIVE = 'script, iframe, [onload], meta[http-equiv=refresh i]'
const BUTTONS = 'button, input[type=submit], [role=button], a'

/** How the browser's own errors begin: a page changed, or went away, under what was done to it. */
const OF_THE_PAGE = /^(locator|page)\.\w+: /

/** A user agent that runs the service's own pages in a real browser, whatever they are made of. */
export class RealBrowser implements UserAgent {
  readonly #start: () => Promise<Browser>
  readonly #selectors: BrowserConfig['selectors']
  readonly #network: Network
  readonly #signal: AbortSignal
  #status: number | undefined
  #isLeaving: (url: string) => boolean = () => false
  #forms = new BrowserForms('')
  #page: Promise<Page> | undefined
  /** Whether a page came, or the user was sent off, since it was looked at last. */
  #hasMoved = false
  #arrivedAt = 0
  #wake = () => {}

  /**
   * @param start hands out the browser that all share; each user agent has cookies of its own in it.
   * @param signal stops it wherever it is: what it was about came to nothing then.
   */
  constructor(
    start: () => Promise<Browser>,
    { selectors }: BrowserConfig,
    network: Network = {},
    signal: AbortSignal = new AbortController().signal,
  ) {
    this.#start = start
    this.#network = network
    this.#signal = signal
    this.#selectors = selectors
  }

  async authorize(
    url: string,
    purpose: Purpose,
    user: UserCredentials,
    stopAt: readonly string[],
  ): Promise<AuthorizationFlow> {
    this.#requireRun()
    this.#page ??= this.#open()
    const page = await this.#page
    this.#forms = new BrowserForms(user.password)
    let location: string | undefined
    const own = new URL(url).origin
    this.#isLeaving = (to) => {
      if (new URL(to).origin === own || !stopAt.some((uri) => to.startsWith(uri))) return false
      location ??= to
      this.#move()
      return true
    }
    try {
      const sawApproval = await this.#flow(page, url, intentFor(purpose), user, () => location !== undefined)
      this.#requireRun()
      const passwordForms = this.#forms.found
      const after = sawApproval ? 'decision' : 'request'
      const common = { exchanges: [], sawApproval, after, passwordForms } as const
      const status = this.#status === undefined ? {} : { status: this.#status }
      if (location !== undefined) return { ...common, kind: 'redirected', location, url: new URL(location) }
      const text = await page.textContent('body').catch(() => '')
      const loginRefused = !sawApproval && (await page.locator(PASSWORD).count()) > 0
      const help = 'SANDBOX_BROWSER_SELECTORS, or SANDBOX_LOGIN=manual, may help'
      const why = loginRefused
        ? `the browser was still asked for a password in the end: if it is not wrong, ${help}`
        : `the browser did not get to the redirect URI; ${help}`
      const isFinal = (this.#status ?? 0) >= 400
      const shown = cut(text ?? '', LONGEST_TEXT)
      return { ...common, ...status, kind: 'stopped', why, page: shown, isFinal, loginRefused }
    } catch (error) {
      // It may be what a browser says that was closed.
      this.#requireRun()
      throw error
    } finally {
      this.#isLeaving = () => false
    }
  }

  async #open(): Promise<Page> {
    const { cert = '', key = '', origins = [] } = this.#network.identity ?? {}
    const clientCertificates = origins.map((origin) => ({
      origin,
      cert: Buffer.from(cert),
      key: Buffer.from(key),
    }))
    const context = await (await this.#start()).newContext({ clientCertificates })
    const page = await context.newPage()
    // The redirect URI is never asked: nothing needs to listen there. (Playwright's own routes miss redirects.)
    const devtools = await context.newCDPSession(page)
    devtools.on('Fetch.requestPaused', ({ requestId, redirectedRequestId, request, resourceType }) => {
      const isPage = resourceType === 'Document'
      const isLeaving = isPage && this.#isLeaving(request.url)
      if (isPage) this.#forms.note({ ...request, requestId, redirectedRequestId, isLeaving })
      const step = isLeaving
        ? devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : devtools.send('Fetch.continueRequest', { requestId, ...this.#withPass(request) })
      // The page may be gone by now.
      void step.catch(() => undefined)
    })
    const guarded = this.#network.pass?.origins.map((origin) => ({ urlPattern: `${origin}/*` })) ?? []
    await devtools.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }, ...guarded] })
    page.on('domcontentloaded', () => this.#arrive())
    page.on('response', (response) => {
      const request = response.request()
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        this.#status = response.status()
    })
    return page
  }

  /** The headers of a request with those that a gateway before the service wants; no member where it wants none. */
  #withPass({ url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> }) {
    const pass = passFor(new URL(url), this.#network)
    if (Object.keys(pass).length === 0) return {}
    return { headers: Object.entries({ ...headers, ...pass }).map(([name, value]) => ({ name, value })) }
  }

  /** @returns whether something was approved or declined. */
  async #flow(page: Page, url: string, intent: Intent, user: UserCredentials, isOver: () => boolean) {
    let sawApproval = false
    let lastStep = ''
    this.#status = undefined
    if (!(await this.#goTo(page, url, isOver))) return sawApproval
    let actedAt = performance.now()
    const until = actedAt + PATIENCE_MS
    this.#arrivedAt = actedAt
    while (!this.#hasEnded(isOver) && performance.now() < until) {
      const isAgain = performance.now() - actedAt > AGAIN_MS
      this.#hasMoved = false
      const step = await this.#step(page, intent, user, lastStep, isAgain).catch(onPageGone)
      if (step !== undefined) {
        lastStep = step
        if (step.startsWith('decide')) sawApproval = true
        actedAt = performance.now()
      } else if (await this.#isAtItsEnd(page, actedAt)) break
      if (!this.#hasMoved) await this.#rest()
    }
    return sawApproval
  }

  /**
   * Opens a page. One that leaves by a script as soon as it is there never counts as loaded in the browser.
   * @returns false where none comes.
   */
  async #goTo(page: Page, url: string, isOver: () => boolean): Promise<boolean> {
    let isThere = false
    let hasCome = true
    const arrive = () => {
      isThere = true
      if (!isOver()) this.#arrive()
    }
    void page
      .goto(url, { waitUntil: 'domcontentloaded', timeout: PATIENCE_MS })
      .then(arrive, (error: unknown) => {
        hasCome = !NO_PAGE.test(String(error))
        arrive()
      })
    while (!isThere && !this.#hasEnded(isOver)) await this.#rest()
    return hasCome
  }

  /** @throws InconclusiveError where the run is over: the browser is closed then. */
  #requireRun(): void {
    if (this.#signal.aborted) throw new InconclusiveError('the run is over')
  }

  #hasEnded(isOver: () => boolean): boolean {
    return isOver() || this.#signal.aborted
  }

  /** Whether a page that has nothing more to be done will not go on: an error page, or one that stays as it is for long. */
  async #isAtItsEnd(page: Page, actedAt: number): Promise<boolean> {
    const idleMs = performance.now() - Math.max(actedAt, this.#arrivedAt)
    const isError = (this.#status ?? 0) >= 400 && this.#arrivedAt >= actedAt
    if (!isError) return idleMs > STUCK_MS
    return (
      idleMs > SETTLED_MS ||
      (await page
        .locator(ALIVE)
        .count()
        .catch(() => 1)) === 0
    )
  }

  /** A page has come. */
  #arrive(): void {
    this.#arrivedAt = performance.now()
    this.#move()
  }

  /** There may be something to do. */
  #move(): void {
    this.#hasMoved = true
    this.#wake()
  }

  /** Waits until there may be something to do, or a script of the page may have changed it. */
  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** Does the next thing that the page asks for; undefined where there is nothing to do yet. */
  async #step(page: Page, intent: Intent, user: UserCredentials, last: string, again: boolean) {
    const { username: usernameSelector = USERNAME, password: passwordSelector = PASSWORD } = this.#selectors
    const { submit: submitSelector } = this.#selectors
    const password = page.locator(passwordSelector).filter({ visible: true }).first()
    const username = page.locator(usernameSelector).filter({ visible: true }).first()
    const [passwords, usernames] = await Promise.all([password.count(), username.count()])
    const hasPassword = passwords > 0
    if (hasPassword || usernames > 0) {
      const step = `login ${hasPassword} ${page.url()}`
      if (step === last && !again) return undefined
      if (usernames > 0 && (await username.isEditable())) await username.fill(user.username)
      if (hasPassword) await password.fill(user.password)
      if (submitSelector) await page.locator(submitSelector).first().click()
      else await (hasPassword ? password : username).press('Enter')
      return step
    }
    const selector = this.#selectors[intent]
    const buttons = page.locator(selector ?? BUTTONS).filter({ visible: true })
    for (const [position, text] of (await buttons.allTextContents()).entries()) {
      const button = buttons.nth(position)
      const label = text || ((await button.getAttribute('value')) ?? '')
      if (!selector && intentOf([label]) !== intent) continue
      const step = `decide ${page.url()}`
      if (step === last && !again) return undefined
      await button.click()
      return step
    }
    return undefined
  }
}

/** The page that comes next is looked at then. @throws what is no error of the browser. */
function onPageGone(error: unknown): undefined {
  if (!(error instanceof Error && OF_THE_PAGE.test(error.message))) throw error
}
