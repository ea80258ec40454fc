import { Api } from '../target/api.ts'
import type { ClientCredentials, TargetConfig, UserCredentials } from '../target/config.ts'
import { DonationPool } from '../target/donations.ts'
import { keysFor } from '../target/environment.ts'
import type { Exchange } from '../target/exchange.ts'
import { createHttpClient, type HttpClient } from '../target/http.ts'
import { Inspector } from '../target/inspector.ts'
import { FormBrowser } from '../target/login/form-browser.ts'
import { Logins } from '../target/logins.ts'
import { OAuth, tokensOf } from '../target/oauth.ts'
import { polite } from '../target/polite.ts'
import { watchful } from '../target/presence.ts'
import { SecretRegistry } from '../target/secrets.ts'
import { TokenOwner } from '../target/token-owner.ts'
import { Undecided } from '../target/undecided.ts'
import { interruptible } from './interruptible.ts'
import { secretsOf } from './secrets-of.ts'
import type { RunSettings } from './settings.ts'

/** What all tests of a run share: one HTTP client, one token owner, one pool of donations. */
export class Session {
  readonly settings: RunSettings
  readonly target: TargetConfig
  readonly secrets = new SecretRegistry()
  readonly donations: DonationPool
  readonly api: Api
  /** Aborted when the run is interrupted: every request in flight ends. */
  readonly abort = new AbortController()
  readonly http: HttpClient
  /** Secrets that are real: configured, or issued by the target during the run. */
  readonly issued = new Set<string>()
  /** Why the run cannot go on; undefined while it can. */
  problem: string | undefined
  readonly #logins: Logins
  readonly #inspector: Inspector | undefined
  readonly #inspectorHttp: HttpClient | undefined
  #recorded: Exchange[] = []
  readonly #known = new Map<string, Promise<unknown>>()

  constructor(settings: RunSettings) {
    this.settings = settings
    this.target = settings.target
    for (const [value, label] of secretsOf(settings.target)) this.secrets.add(value, label)
    const { signal } = this.abort
    for (const [value] of secretsOf(settings.target)) if (value) this.issued.add(value)
    const { manners = {} } = settings
    const http = createHttpClient({ secrets: this.secrets, recorder: (exchange) => this.#record(exchange) })
    const origins = [this.target.authUrl, this.target.apiUrl].map((url) => new URL(url).origin)
    this.http = interruptible(
      watchful(polite(http, manners, signal), origins, (why) => this.#endWith(why)),
      signal,
    )
    this.#logins = new Logins(() => new FormBrowser(this.http))
    this.donations = new DonationPool(this.target)
    this.api = new Api(this.target, this.http, new TokenOwner(this.oauth(), this.target.refreshToken))
    const { inspector } = this.target
    this.#inspectorHttp = inspector && createHttpClient({ secrets: this.secrets })
    this.#inspector = inspector && this.#inspectorHttp && new Inspector(this.#inspectorHttp, inspector)
  }

  /** The main client, or another, acting for the main user, or another. */
  oauth(
    client: ClientCredentials = this.target.client,
    user: UserCredentials | undefined = this.target.user,
  ): OAuth {
    return new OAuth(this.target, this.http, this.#logins, client, user)
  }

  /** @throws Undecided on any target but the embedded mock. */
  get inspector(): Inspector {
    if (this.#inspector) return this.#inspector
    throw new Undecided('only the embedded mock lets one see this', keysFor('inspector'))
  }

  #endWith(problem: string): void {
    this.problem ??= problem
    this.abort.abort(problem)
  }

  #record(exchange: Exchange): void {
    this.#recorded.push(exchange)
    const tokens = tokensOf(exchange)
    if (tokens) this.issued.add(tokens.accessToken)
    if (tokens?.refreshToken) this.issued.add(tokens.refreshToken)
  }

  /** Finds something out once for all tests that ask for it by this name. */
  once<Value>(name: string, find: () => Promise<Value>): Promise<Value>
  once(name: string, find: () => Promise<unknown>): Promise<unknown> {
    const known = this.#known.get(name) ?? find()
    this.#known.set(name, known)
    return known
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.http.close()
    await this.#inspectorHttp?.close()
  }

  /** The exchanges recorded since the last call. */
  drain(): readonly Exchange[] {
    const recorded = this.#recorded
    this.#recorded = []
    return recorded
  }
}
