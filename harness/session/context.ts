import type { Api } from '../../client/donations/api.ts'
import type { Inspector } from '../../client/donations/inspector.ts'
import type { DonationKind, Wanted } from '../../client/donations/pool.ts'
import type { DonationReader } from '../../client/donations/reader.ts'
import type { WebhookSource } from '../../client/donations/webhook-listener.ts'
import type { TargetConfig } from '../../client/environment/config.ts'
import { attribute, attributed } from '../../client/http/attribution.ts'
import type { HttpClient } from '../../client/http/client.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { Sender } from '../../client/http/sender.ts'
import type { AuthorizationFlow } from '../../client/login/authorization-flow.ts'
import type { GivenToken } from '../../client/oauth/given-tokens.ts'
import type { LeftBehind } from '../../client/oauth/left-behind.ts'
import type { OAuth } from '../../client/oauth/oauth.ts'
import type { TokenLease } from '../../client/oauth/shared-tokens.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import type { GrantSurvey } from '../model/grants.ts'
import { sendAtOnce } from './at-once.ts'
import type { ContextOwner } from './context-owner.ts'
import type { Strand } from './dependencies.ts'
import { Fixtures } from './fixtures.ts'
import { LentDonations } from './lent-donations.ts'
import { letPass } from './let-pass.ts'
import type { Session } from './session.ts'

/**
 * What a test takes what it needs from. A client, user or fixture that the target lacks throws InconclusiveError, with the
 * keys to set, at the moment a test asks for it; so tests ask for no more than they use.
 */
export class Context {
  readonly #session: Session
  readonly #owner: ContextOwner
  readonly #sender: Sender
  readonly #strand: Strand
  #observed = 0
  /** Names the requirement with every exchange. */
  readonly http: HttpClient
  /** The API's operations, called with the suite's own token unless told otherwise. */
  readonly api: Api
  /** What the environment file names, or why what needs it is undecided. */
  readonly fixtures: Fixtures
  readonly #lent: LentDonations
  #tokens: TokenLease | undefined
  #oauth: OAuth | undefined

  /** @param rank of what it sends, where requests have to wait for one another. */
  constructor(session: Session, owner: ContextOwner, rank = 0) {
    this.#session = session
    this.#owner = owner
    this.#sender = new Sender(owner.requirement, { ...owner.options, rank })
    this.#strand = session.dependencies.strand(owner.requirement, session.grants.oneTestAtATime)
    this.#lent = new LentDonations(
      session,
      this.#sender,
      this.#strand,
      owner.name,
      () => this.#tokens?.isHeld ?? false,
    )
    this.http = attributed(this.#strand.through(session.http), this.#sender)
    this.api = session.apiThrough(this.http)
    this.fixtures = new Fixtures(session.target)
  }

  /** Judgements made so far on what was sent through this context. */
  get judged(): number {
    return this.#sender.judged
  }

  get observed(): number {
    return this.#observed
  }

  /** What was odd about what was sent through this context, though it broke nothing, and how often it was. */
  get remarks(): ReadonlyMap<string, number> {
    return this.#sender.remarks
  }

  /** How often a test repeats what may go wrong only later: `most` times, or fewer where the run samples. */
  times(most: number): number {
    return Math.min(most, this.#owner.sampling?.runs ?? most)
  }

  get target(): TargetConfig {
    return this.#session.target
  }

  /** How grants of one user and client live together here. */
  get grants(): GrantSurvey {
    return this.#session.grants.survey
  }

  /** A test saw what ends another grant of its user and client: whatever that ended is held against nobody. */
  noteGrantsEnd(seen: string): void {
    this.#session.grants.takeTurns(seen)
  }

  /** What the token endpoint has given so far, to whichever test. */
  get givenTokens(): readonly GivenToken[] {
    return this.#session.given.all
  }

  /** What became of an authorization that carried this state by the way; undefined where none did. */
  flowWithState(state: string): AuthorizationFlow | undefined {
    return this.#session.states.flowOf(state)
  }

  /** Aborted when the run is interrupted; for a test that has to wait. */
  get signal(): AbortSignal {
    return this.#session.abort.signal
  }

  /** The partner's client, acting for the main user. */
  get oauth(): OAuth {
    this.#tokens ??= this.#session.leaseTokens()
    this.#oauth ??= this.#session.oauth(undefined, undefined, {
      http: this.http,
      lease: this.#tokens,
      isolated: this.#isIsolated,
    })
    return this.#oauth
  }

  get #isIsolated(): boolean {
    return this.#owner.options.isolated ?? false
  }

  /** Whether a login costs nobody's time; otherwise tests share tokens where they can, and have no more than they must. */
  get canLogIn(): boolean {
    return this.#session.canLogIn
  }

  /** A second client, acting for the main user. */
  get otherOAuth(): OAuth {
    return this.#session.oauth(this.fixtures.require('otherClient', 'second-client'), undefined, {
      http: this.http,
    })
  }

  /** The second client where there is one, for tests that can do with one. */
  get otherOAuthIfAny(): OAuth | undefined {
    return this.target.otherClient && this.otherOAuth
  }

  /** The partner's client, acting for a user who owns no organization. */
  get noOrgOAuth(): OAuth {
    const user = this.fixtures.require('noOrgUser', 'no-org-user')
    return this.#session.oauth(undefined, user, { http: this.http, isolated: this.#isIsolated })
  }

  /** The partner's client, acting for a user who owns several organizations. */
  get multiOrgOAuth(): OAuth {
    const user = this.fixtures.require('multiOrgUser', 'multi-org-user')
    return this.#session.oauth(undefined, user, { http: this.http, isolated: this.#isIsolated })
  }

  get inspector(): Inspector {
    return this.#session.inspector
  }

  /** The inspector where there is one, for tests that can do with less. */
  get inspectorIfAny(): Inspector | undefined {
    return this.target.inspector && this.#session.inspector
  }

  /** Shows of donations what answers do not; undefined where nothing was configured that does. */
  get reader(): DonationReader | undefined {
    return this.#session.reader
  }

  /**
   * What tells which webhooks arrived where: the inspector, or the ports that the suite listens on.
   * @throws InconclusiveError where there is neither, or a port is taken.
   */
  async webhooks(): Promise<WebhookSource> {
    const source = this.inspectorIfAny ?? (await this.#session.webhookListener())
    if (source) return source
    throw this.fixtures.missing('webhook-listener')
  }

  /** What earlier runs left to be found expired; undefined where nothing is kept. */
  get leftBehind(): LeftBehind | undefined {
    return this.#session.leftBehind
  }

  /** Has something said at the end of the report, once. */
  note(text: string): void {
    this.#session.note(text)
  }

  /** A donation that nobody else uses until this test ends; the same one each time a test asks. */
  async donation(kind: DonationKind = 'any'): Promise<string> {
    return (await this.donations(kind))[0]
  }

  /** This one of the target's donations. */
  async donationOf(id: string): Promise<string> {
    await this.#lent.take([`id:${id}`])
    return id
  }

  /**
   * Several donations, taken at once: one after the other, two tests could wait for each other forever. The same
   * ones each time a test asks for these kinds. Certain ones (`id:…`) come before kinds that they are of.
   */
  donations<Kinds extends readonly Wanted[]>(...kinds: Kinds): Promise<{ [Kind in keyof Kinds]: string }>
  donations(...kinds: readonly Wanted[]): Promise<readonly string[]> {
    return this.#lent.take(kinds)
  }

  /**
   * Returns the kind, for a test that has a twin for the other one.
   * @throws NotApplicableError where the target has donations of the other kind only: the twin decides then.
   */
  requireKind(kind: 'pledged' | 'other'): DonationKind {
    const { donations } = this.#session
    if (donations.count(kind) > 0 || donations.count('any') === 0) return kind
    throw new NotApplicableError('no such donation is known: the other kind decides')
  }

  /**
   * Sends several requests so that they are under way at the same moment, whatever limits there are, unless the run was
   * told to keep to them.
   * @param to where they go: connections are opened first, so that none has to wait for its own.
   * @param sends each sends one request of this context.
   */
  atOnce<Sent>(to: string, sends: readonly (() => Promise<Sent>)[]): Promise<Sent[]> {
    return sendAtOnce(this.#session, this.#sender, to, sends)
  }

  /** Records what the target does where the contract leaves it open. */
  readonly observe = (name: string, value: string): void => {
    this.#observed++
    this.#owner.observations.push({ requirement: this.#owner.requirement, name, value })
  }

  /** What one test finds out for all; `anew` where that holds no more, as where what failed is tried again. */
  once<Value>(name: string, find: () => Promise<Value>, anew = this.#owner.isAgain): Promise<Value> {
    return this.#session.findings.once(name, find, anew)
  }

  /**
   * Evidence that tests of several requirements judge: whoever asks first sends what it takes, and it counts for each.
   * What failed is sent anew.
   */
  async sharedEvidence<Shared extends { readonly exchanges: readonly Exchange[] }>(
    name: string,
    find: () => Promise<Shared>,
  ): Promise<Shared> {
    const shared = await this.once(name, find)
    for (const exchange of shared.exchanges) attribute(exchange, this.#sender)
    return shared
  }

  /**
   * Waits until no other test is under way, and lets no other begin until this one has ended: what follows may move the
   * service's clock. Donations that it was lent are given back before.
   */
  async alone(): Promise<void> {
    this.close()
    await this.#session.lastActs.wait()
    this.#strand.join()
  }

  /** The time as it passes for the service, in milliseconds: with what {@link letPass} moved. */
  get serviceNow(): number {
    return performance.now() + this.#session.clockMovedMs
  }

  /**
   * Lets so many seconds pass for the service: by the inspector's clock where there is one. Only when {@link alone}.
   * @param why a person reads it who waits as well
   */
  async letPass(seconds: number, why: string): Promise<void> {
    if (seconds <= 0) return
    const { requirement } = this.#owner
    if (await letPass(this.#session, { requirement, seconds, why })) this.#strand.pass(seconds * 1000)
  }

  /** Gives back the donations: a test that holds some while it waits for others may wait for ever. */
  giveBack(): void {
    this.#lent.giveBack()
  }

  /** Gives back what the test was lent. */
  close(): void {
    this.giveBack()
    this.#tokens?.close()
  }
}
