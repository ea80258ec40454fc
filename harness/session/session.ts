import { setMaxListeners } from 'node:events'
import { Api } from '../../client/donations/api.ts'
import { DonationFile } from '../../client/donations/donation-file.ts'
import type { Inspector } from '../../client/donations/inspector.ts'
import { DonationPool, type Wanted } from '../../client/donations/pool.ts'
import type { DonationReader } from '../../client/donations/reader.ts'
import { DonationSnapshots } from '../../client/donations/snapshots.ts'
import { WebhookListener } from '../../client/donations/webhook-listener.ts'
import type { ClientCredentials, TargetConfig, UserCredentials } from '../../client/environment/config.ts'
import { mistakesIn, withMistake } from '../../client/environment/mistakes.ts'
import { keysFor } from '../../client/environment/read-environment.ts'
import { secretsOf } from '../../client/environment/secrets-of.ts'
import type { HttpClient } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { TransportStats } from '../../client/http/transport-stats.ts'
import type { AuthorizationFlow } from '../../client/login/authorization-flow.ts'
import { type Driver, openDriver } from '../../client/login/drivers.ts'
import { GivenTokens } from '../../client/oauth/given-tokens.ts'
import type { LeftBehind } from '../../client/oauth/left-behind.ts'
import { OAuth } from '../../client/oauth/oauth.ts'
import { SentStates } from '../../client/oauth/sent-states.ts'
import { type SharedTokens, TokenLease } from '../../client/oauth/shared-tokens.ts'
import type { TokenOwner } from '../../client/oauth/token-owner.ts'
import type { Tokens } from '../../client/oauth/tokens.ts'
import { SecretRegistry } from '../../client/secrets/registry.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { STATES } from '../../generators/index.ts'
import type { Closing, Pause } from '../model/evidence.ts'
import type { GrantSurvey } from '../model/grants.ts'
import type { RunSettings } from '../model/settings.ts'
import { type Acting, mainUser } from './acting.ts'
import { BesideAnswers } from './beside-answers.ts'
import { Dependencies } from './dependencies.ts'
import { Grants } from './grants.ts'
import { LastActs } from './last-acts.ts'
import { Observers } from './observers.ts'
import { type KeptLogin, keepsTokensOf, openLeftBehind, openOwnTokens } from './own-tokens.ts'
import { Patience } from './patience.ts'
import { refusedLogin } from './refused-login.ts'
import { restoreDonations } from './restore-donations.ts'
import { SharedFindings } from './shared-findings.ts'
import { TestHooks } from './test-hooks.ts'
import { openTransport } from './transport.ts'

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
  /** Is told when a test begins to let time pass, and when that is over. */
  onPause: (pause: Pause | undefined) => void = () => {}
  /** Sends what no rule judges: what is sent for security advice alone. */
  readonly unjudged: HttpClient
  /** Who learns of what the run sends. */
  readonly observers: Observers
  /** Secrets that are real: configured, or issued by the target during the run. */
  readonly issued = new Set<string>()
  /** What the token endpoint gave to whom, for tests that compare tokens. */
  readonly given = new GivenTokens()
  /** Why the run cannot go on; undefined while it can. */
  problem: string | undefined
  readonly grants = new Grants()
  readonly findings = new SharedFindings()
  /** By how much the run has moved the service's clock, in milliseconds. */
  clockMovedMs = 0
  /** What is done when no other test is under way. */
  readonly lastActs = new LastActs()
  /** Which request needed which answer. */
  readonly dependencies = new Dependencies()
  /** How long counterexamples may be made smaller. */
  readonly patience: Patience
  /** What the user does around each test that is lent donations. */
  readonly hooks: TestHooks | undefined
  readonly #driver: Driver
  /** Sends what no test does: the suite's own logins, and what it finds out for all. */
  readonly #own: HttpClient
  readonly #tokens: TokenOwner
  readonly #snapshots: DonationSnapshots
  readonly #shared: SharedTokens | undefined
  readonly #earlier: KeptLogin | undefined
  readonly #besideAnswers: BesideAnswers
  readonly #stats = new TransportStats()
  /** What earlier runs left to be found expired; undefined where nothing is kept. */
  readonly leftBehind: LeftBehind | undefined
  /** What is said at the end of the report, each sentence once. */
  readonly #notes = new Set<string>()
  #webhooks: Promise<WebhookListener> | undefined
  #after = 0
  /** What AUTHZ-2 looks at in the end. */
  readonly states = new SentStates(Object.values(STATES))

  /** @param earlier what an earlier run of the same target ended with, instead of a login. */
  constructor(settings: RunSettings, earlier?: KeptLogin) {
    this.settings = settings
    this.#earlier = earlier
    this.target = settings.target
    this.observers = new Observers(settings, this)
    this.patience = new Patience(settings.shrinkSeconds ?? 0)
    const { signal } = this.abort
    // One listener for each client and each request that waits.
    setMaxListeners(0, signal)
    this.hooks = settings.hooks ? new TestHooks(settings.hooks, signal, (text) => this.note(text)) : undefined
    for (const [value, label] of secretsOf(settings.target)) {
      this.secrets.add(value, label)
      if (value) this.issued.add(value)
    }
    this.secrets.add(earlier?.refreshToken, 'refresh_token')
    if (earlier) this.issued.add(earlier.refreshToken)
    const { secrets, observers } = this
    const onGone = (why: string) => this.endWith(why)
    const transport = openTransport(settings, { secrets, observers, stats: this.#stats, onGone }, signal)
    this.http = transport.http
    this.unjudged = transport.unjudged
    this.#own = this.dependencies.strand().through(this.http)
    this.#driver = openDriver(this.target, signal, settings.maxLogins)
    this.donations = new DonationPool(this.target)
    this.leftBehind = openLeftBehind(this)
    const { owner, shared } = openOwnTokens(
      this.oauth(),
      this,
      earlier && { refreshToken: earlier.refreshToken, opens: (token) => this.api.opens(token) },
    )
    this.#tokens = owner
    this.#shared = shared
    this.api = this.apiThrough(this.#own)
    this.#snapshots = new DonationSnapshots(this.api, DonationFile.of(this.target))
    this.#besideAnswers = new BesideAnswers(settings, { secrets, tokens: this.#tokens, signal })
  }

  /** The API's operations, sent by this client with the suite's own token. */
  apiThrough(http: HttpClient): Api {
    return new Api(this.target, http, this.#tokens)
  }

  /** The main client, or another, acting for the main user, or another. */
  oauth(
    client: ClientCredentials = this.target.client,
    user: UserCredentials | undefined = mainUser(this.target),
    { http = this.#own, lease, isolated = false }: Acting = {},
  ): OAuth {
    const { logins } = this.#driver
    // Where a person logs in, the tokens that all share come first.
    const first = this.#shared && (() => this.#tokens.tokens())
    // Where one grant ends another, only the newest lives, whichever test asked for it.
    const isMain = client === this.target.client && user?.username === mainUser(this.target)?.username
    const onTokens = (tokens: Tokens) => {
      this.given.add(tokens, user?.username ?? '')
      if (this.grants.oneTestAtATime && isMain) this.#tokens.adopt(tokens)
    }
    const visit = { password: user?.password ?? '', redirectUri: client.redirectUri }
    const onFlow = (flow: AuthorizationFlow) => {
      // A form that was filled in wrongly says nothing about what comes behind one that was not.
      if (!flow.isMistyped) this.observers.advice.visit({ flow, ...visit })
    }
    const states = this.canLogIn ? this.states : undefined
    const options = { lease, first, onTokens, onFlow, states }
    return new OAuth(this.target, http, isolated ? logins.isolated() : logins, client, user, options)
  }

  /** @throws InconclusiveError on any target but the embedded mock. */
  get inspector(): Inspector {
    if (this.#besideAnswers.inspector) return this.#besideAnswers.inspector
    throw new InconclusiveError('only the embedded mock lets one see this', keysFor('inspector'))
  }

  /** Shows of donations what answers do not; undefined where nothing was configured that does. */
  get reader(): DonationReader | undefined {
    return this.#besideAnswers.reader
  }

  /** Whether a login costs nobody's time: tests may then have as many as they like. */
  get canLogIn(): boolean {
    return this.target.user !== undefined && this.target.login !== 'manual'
  }

  /** How many logins there were. */
  get loginsTaken(): number {
    return this.#driver.logins.taken
  }

  /** One test's use of the tokens that all share; undefined where each can have its own by a login. */
  leaseTokens(): TokenLease | undefined {
    return this.#shared && new TokenLease(this.#shared, this.abort.signal)
  }

  /**
   * Listens for webhooks from the first call on; undefined where no port is configured.
   * @throws InconclusiveError where a port is taken.
   */
  webhookListener(): Promise<WebhookListener> | undefined {
    const { webhookPorts, webhookHost } = this.target
    this.#webhooks ??= webhookPorts && WebhookListener.open(webhookPorts, webhookHost)
    return this.#webhooks
  }

  /** What a later run of this target may go on from instead of a login; undefined where there is nothing. */
  loginFor(target: TargetConfig): KeptLogin | undefined {
    const { newest: refreshToken } = this.#tokens
    if (refreshToken === undefined || !keepsTokensOf(target, this.target)) return undefined
    if (this.abort.signal.aborted) return { refreshToken }
    // Of a grant that nobody used a later run cannot tell which of both ended it.
    return { refreshToken, survey: { ...this.grants.survey, untouched: undefined } }
  }

  /**
   * How grants live together, as an earlier run saw it whose own grant still lives; undefined where there is none, or what
   * is seen is to be recorded.
   */
  async surveyOfBefore(): Promise<GrantSurvey | undefined> {
    const { only } = this.settings
    const isRecorded = !only || only.includes('LIMIT-1')
    if (!this.#earlier?.survey || isRecorded) return undefined
    return (await this.#tokens.goesOn()) ? this.#earlier.survey : undefined
  }

  /** Has something said at the end of the report, once. */
  note(text: string): void {
    this.#notes.add(text)
  }

  /** Ends the run early, and says why. */
  endWith(problem: string): void {
    this.problem ??= problem
    this.abort.abort(problem)
  }

  /** Records what another client sent, behind all that was sent before. */
  recordAfter(exchange: Exchange): void {
    this.observers.record({ ...exchange, id: this.http.requests + ++this.#after })
  }

  /** Why the suite has no tokens of its own, where the service refused them; redacted. */
  get refusedLogin(): string | undefined {
    const { refusal } = this.#tokens
    return refusal === undefined ? undefined : this.secrets.redact(refusedLogin(refusal, this.target))
  }

  /** Puts back what the run changed, ends all connections, and says what is left to say. */
  async conclude(): Promise<Omit<Closing, 'advice'>> {
    await this.hooks?.ended()
    const tokensBy = (http: HttpClient) => this.#tokens.by(this.oauth(undefined, undefined, { http }))
    const left = await restoreDonations(this.#snapshots, this, tokensBy)
    const notes = [
      ...mistakesIn(this.target),
      ...left,
      ...this.#stats.notes,
      ...this.grants.notes,
      ...this.#notes,
    ]
    await this.close()
    const exchanges = this.secrets.redactNumbered(this.drain())
    const workload = this.dependencies.workload(this.donations, this.#driver.logins)
    return { notes: this.secrets.redactDeep(notes), exchanges, secrets: this.secrets.values, workload }
  }

  /** Lends donations to one test, and sees to it that their state is known from before the first. */
  async lease(kinds: readonly Wanted[], rank = 0): Promise<readonly string[]> {
    const ids = await this.donations.lease(kinds, rank).catch((error: unknown) => {
      throw withMistake(error, this.target)
    })
    // The embedded mock's donations are of this run alone.
    if (this.target.kind === 'sandbox') await Promise.all(ids.map((id) => this.#snapshots.capture(id)))
    return ids
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.http.close()
    await this.#driver.close()
    await this.#besideAnswers.close()
    await (await this.#webhooks?.catch(() => undefined))?.close()
  }

  /** The exchanges recorded since the last call. */
  drain(): readonly Exchange[] {
    return this.observers.drain()
  }
}
