import { DONOR_FIELDS } from '../contract/fields.ts'
import { isJsonObject, jsonObjectOf } from '../target/answer.ts'
import { Api } from '../target/api.ts'
import type { ClientCredentials, TargetConfig, UserCredentials } from '../target/config.ts'
import { type DonationKind, DonationPool } from '../target/donations.ts'
import { type Driver, openDriver } from '../target/drivers.ts'
import { keysFor } from '../target/environment.ts'
import type { Exchange } from '../target/exchange.ts'
import { createHttpClient, type HttpClient } from '../target/http.ts'
import { Inspector } from '../target/inspector.ts'
import { Ledger } from '../target/ledger.ts'
import { OAuth, tokensOf } from '../target/oauth.ts'
import { polite } from '../target/polite.ts'
import { watchful } from '../target/presence.ts'
import { SecretRegistry } from '../target/secrets.ts'
import { Share, SharedFamily } from '../target/shared-family.ts'
import { Tally } from '../target/tally.ts'
import { TokenOwner } from '../target/token-owner.ts'
import { TokenStore } from '../target/token-store.ts'
import { Undecided } from '../target/undecided.ts'
import { abridged } from './abridged.ts'
import type { Closing } from './evidence.ts'
import { interruptible } from './interruptible.ts'
import { Monitoring } from './monitors.ts'
import { secretsOf } from './secrets-of.ts'
import type { RunSettings } from './settings.ts'

/** How long putting donations back may take: after an interruption somebody is waiting. */
const SOON_MS = 10_000
const LATER_MS = 60_000

/** Where a person logs in, it is up to them as whom. */
function mainUser({ user, login }: TargetConfig): UserCredentials | undefined {
  return user ?? (login === 'manual' ? { username: '', password: '' } : undefined)
}

/** How a client acts, where that is not the ordinary way. */
interface Acting {
  readonly http?: HttpClient
  /** Tokens to do with where nobody can log in. */
  readonly share?: Share | undefined
  /** In sessions that nobody else uses. */
  readonly apart?: boolean
}

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
  readonly #driver: Driver
  readonly #tokens: TokenOwner
  readonly #ledger: Ledger
  readonly #family: SharedFamily | undefined
  readonly #inspector: Inspector | undefined
  readonly #tally = new Tally()
  readonly #inspectorHttp: HttpClient | undefined
  #recorded: Exchange[] = []
  /** Judges whole answers, at once: not all of them can be kept. */
  readonly monitoring = new Monitoring(this)
  readonly #known = new Map<string, Promise<unknown>>()

  constructor(settings: RunSettings) {
    this.settings = settings
    this.target = settings.target
    for (const [value, label] of secretsOf(settings.target)) this.secrets.add(value, label)
    const { signal } = this.abort
    for (const [value] of secretsOf(settings.target)) if (value) this.issued.add(value)
    const { manners = {} } = settings
    const http = createHttpClient({
      secrets: this.secrets,
      recorder: (exchange) => this.#record(exchange),
      signal,
      tally: this.#tally,
    })
    const origins = [this.target.authUrl, this.target.apiUrl].map((url) => new URL(url).origin)
    this.http = interruptible(
      watchful(polite(http, manners, signal, this.#tally), origins, (why) => this.#endWith(why)),
      signal,
    )
    this.#driver = openDriver(this.target, signal, settings.maxLogins)
    this.donations = new DonationPool(this.target)
    const { user, refreshToken, tokenStore } = this.target
    const store = tokenStore && refreshToken ? new TokenStore(tokenStore, refreshToken) : undefined
    this.secrets.add(store?.newest(), 'refresh_token')
    this.#tokens = new TokenOwner(this.oauth(), refreshToken, store)
    // A person is not asked to log in for every test.
    const isScarce = this.target.login === 'manual' || (!user && refreshToken !== undefined)
    this.#family = isScarce ? new SharedFamily(this.#tokens) : undefined
    this.api = this.apiThrough(this.http)
    this.#ledger = new Ledger(this.api)
    const { inspector } = this.target
    this.#inspectorHttp = inspector && createHttpClient({ secrets: this.secrets })
    this.#inspector = inspector && this.#inspectorHttp && new Inspector(this.#inspectorHttp, inspector)
  }

  /** The API's operations, sent by this client with the suite's own token. */
  apiThrough(http: HttpClient): Api {
    return new Api(this.target, http, this.#tokens)
  }

  /** The main client, or another, acting for the main user, or another. */
  oauth(
    client: ClientCredentials = this.target.client,
    user: UserCredentials | undefined = mainUser(this.target),
    { http = this.http, share, apart = false }: Acting = {},
  ): OAuth {
    const { logins } = this.#driver
    // Where a person logs in, the tokens that all share come first.
    const first = this.#family && (() => this.#tokens.tokens())
    return new OAuth(this.target, http, apart ? logins.apart() : logins, client, user, share, first)
  }

  /** @throws Undecided on any target but the embedded mock. */
  get inspector(): Inspector {
    if (this.#inspector) return this.#inspector
    throw new Undecided('only the embedded mock lets one see this', keysFor('inspector'))
  }

  /** One test's use of the tokens that all share; undefined where each can have its own by a login. */
  share(): Share | undefined {
    return this.#family && new Share(this.#family)
  }

  #endWith(problem: string): void {
    this.problem ??= problem
    this.abort.abort(problem)
  }

  #record(exchange: Exchange): void {
    if (this.settings.redactPersonalData) this.#registerDonor(exchange)
    const tokens = tokensOf(exchange)
    if (tokens) this.issued.add(tokens.accessToken)
    if (tokens?.refreshToken) this.issued.add(tokens.refreshToken)
    this.monitoring.see(exchange)
    if (!this.settings.verdictsOnly) this.#recorded.push(abridged(exchange))
  }

  /** Who the donors really are; what tests make of them is generated, and no secret. */
  #registerDonor(exchange: Exchange): void {
    const data = exchange.requirement === undefined ? jsonObjectOf(exchange)?.data : undefined
    if (!isJsonObject(data)) return
    for (const field of DONOR_FIELDS) {
      const value = data[field]
      if (typeof value === 'string') this.secrets.add(value, field)
    }
  }

  /** Finds something out once for all tests that ask for it by this name. */
  once<Value>(name: string, find: () => Promise<Value>): Promise<Value>
  once(name: string, find: () => Promise<unknown>): Promise<unknown> {
    const known = this.#known.get(name) ?? find()
    this.#known.set(name, known)
    return known
  }

  /** Puts back what the run changed, ends all connections, and says what is left to say. */
  async conclude(): Promise<Closing> {
    const http = polite(createHttpClient({ secrets: this.secrets }), this.settings.manners ?? {})
    const until = performance.now() + (this.abort.signal.aborted ? SOON_MS : LATER_MS)
    const left = await this.#ledger.putBack(new Api(this.target, http, this.#tokens), until)
    const notes = [...left, ...this.#tally.notes]
    await Promise.all([http.close(), this.close()])
    const exchanges = this.secrets.redactDeep(this.drain())
    return { notes: this.secrets.redactDeep(notes), exchanges, secrets: this.secrets.values }
  }

  /** Lends donations to one test, and sees to it that their state is known from before the first. */
  async lease(kinds: readonly DonationKind[]): Promise<readonly string[]> {
    const ids = await this.donations.lease(kinds)
    // The embedded mock's donations are of this run alone.
    if (this.target.kind === 'sandbox') await Promise.all(ids.map((id) => this.#ledger.remember(id)))
    return ids
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.http.close()
    await this.#driver.close()
    await this.#inspectorHttp?.close()
  }

  /** The exchanges recorded since the last call. */
  drain(): readonly Exchange[] {
    const recorded = this.#recorded
    this.#recorded = []
    return recorded
  }
}
