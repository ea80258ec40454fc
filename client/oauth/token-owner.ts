import { InconclusiveError } from '../../contract/verdict.ts'
import { describeAnswer, refusesToken } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import type { OAuth } from './oauth.ts'
import type { TokenStore } from './token-store.ts'
import { type Tokens, tokensOf } from './tokens.ts'

/** Renew when less than this share of the lifetime is left, and never later than this many seconds before its end. */
const RENEW_SHARE = 0.25
const RENEW_SECONDS = 30

/** The environment key of the refresh token to start from. */
const SEED_KEY = 'SANDBOX_REFRESH_TOKEN'

/** Fresh tokens that are tried in a row after others were refused, before that is believed. */
const MOST_FUTILE = 3

/** What an earlier run was logged in with. */
export interface EarlierLogin {
  readonly refreshToken: string
  /** Whether the API takes an access token. */
  readonly opens: (accessToken: string) => Promise<boolean>
}

interface TokenOwnerOptions {
  readonly seed?: string | undefined
  readonly store?: TokenStore | undefined
  readonly isScarce?: boolean
  readonly earlier?: EarlierLogin | undefined
  readonly now?: () => number
}

/** The one owner of the tokens that ordinary API calls use: it signs in once and refreshes once for all. */
export class TokenOwner {
  readonly #oauth: OAuth
  readonly #options: TokenOwnerOptions
  readonly #now: () => number
  readonly #store: TokenStore | undefined
  #seed: string | undefined
  #tokens: Tokens | undefined
  #renewAt = 0
  #pending: Promise<Tokens> | undefined
  #futile = 0
  #refusal: string | undefined
  readonly #isScarce: boolean
  #earlier: EarlierLogin | undefined
  #goesOn = false

  /**
   * @param options.seed a refresh token to start from, instead of a login.
   * @param options.store keeps the newest refresh token of the seed's family for the next run.
   * @param options.isScarce each further login or refresh costs somebody something.
   * @param options.earlier is tried before a login.
   * @param options.now milliseconds since the epoch.
   */
  constructor(oauth: OAuth, options: TokenOwnerOptions = {}) {
    const { seed, store, isScarce = false, earlier, now = Date.now } = options
    this.#oauth = oauth
    this.#options = options
    this.#seed = store?.newest() ?? seed
    this.#store = store
    this.#isScarce = isScarce
    this.#earlier = earlier
    this.#now = now
  }

  /** The same tokens, renewed by another client: that of a run which was ended early sends nothing any more. */
  by(oauth: OAuth): TokenOwner {
    const heir = new TokenOwner(oauth, { ...this.#options, seed: this.#seed, earlier: this.#earlier })
    if (this.#tokens) {
      heir.#tokens = this.#tokens
      heir.#renewAt = this.#renewAt
    }
    return heir
  }

  /**
   * Whether the tokens are those of an earlier run's login, refreshed.
   * @throws InconclusiveError where none can be had.
   */
  async goesOn(): Promise<boolean> {
    await this.tokens()
    return this.#goesOn
  }

  /** Why no tokens could be had when they were asked for last; undefined where they could, or nobody asked. */
  get refusal(): string | undefined {
    return this.#refusal
  }

  /** The newest refresh token; undefined where none was given. */
  get newest(): string | undefined {
    return this.#tokens?.refreshToken
  }

  /**
   * An access token that is good for a while.
   * @throws InconclusiveError where none can be had.
   */
  async access(): Promise<string> {
    return (await this.tokens()).accessToken
  }

  /**
   * Tokens whose access token is good for a while.
   * @throws InconclusiveError where none can be had.
   */
  async tokens(): Promise<Tokens> {
    return this.#tokens && this.#now() < this.#renewAt ? this.#tokens : this.#renewOnce()
  }

  /**
   * Refreshes now, whatever the age of the tokens.
   * @throws InconclusiveError where there is nothing to refresh.
   */
  async renew(): Promise<Exchange> {
    let current = await this.tokens()
    while (this.#pending) current = await this.#pending
    const { refreshToken } = current
    if (!refreshToken) throw new InconclusiveError('there is no refresh token')
    const answer = this.#oauth.refresh(refreshToken)
    // All who need tokens meanwhile wait for these: a second refresh with the same token may end them all.
    const renewed = answer.then((exchange) => {
      const tokens = this.#keep(exchange, refreshToken)
      if (tokens) this.#use(tokens)
      return tokens ?? current
    })
    await this.#awaited(renewed)
    return answer
  }

  /**
   * Another access token, after the service refused `refused`: what other tests do may have ended it, whatever its age.
   * Undefined where fresh ones were refused as well, time and again: then the refusal is the service's answer.
   */
  async #after(refused: string): Promise<string | undefined> {
    const current = await this.access()
    if (current !== refused) return current
    // A call that is refused while another one renews uses the same new tokens: however many fail, one of them renews.
    if (!this.#pending) {
      if (this.#isScarce || this.#futile >= MOST_FUTILE) return undefined
      this.#futile++
    }
    return (await this.#renewOnce()).accessToken
  }

  /**
   * Sends a call with an access token, and again with another where the service refuses that one: another test may have
   * ended it.
   * @throws InconclusiveError where there is no token to send it with.
   */
  async send(call: (accessToken: string) => Promise<Exchange>): Promise<Exchange> {
    const token = await this.access()
    const exchange = await call(token)
    if (!refusesToken(exchange)) return exchange
    const next = await this.#after(token)
    if (next === undefined) return exchange
    const again = await call(next)
    // It was taken: the one before had been ended.
    if (!refusesToken(again)) this.#futile = 0
    return again
  }

  /** Takes over newer tokens of the same user and client, where one grant is all that lives at a time. */
  adopt(tokens: Tokens): void {
    if (this.#seed === undefined) this.#use(tokens)
  }

  #renewOnce(): Promise<Tokens> {
    return this.#pending ?? this.#awaited(this.#renew())
  }

  /** Has all who need tokens wait for these. */
  #awaited(renewed: Promise<Tokens>): Promise<Tokens> {
    this.#pending = renewed.finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  async #renew(): Promise<Tokens> {
    try {
      const tokens = (await this.#goneOn()) ?? (await this.#refreshed()) ?? (await this.#oauth.signIn())
      this.#use(tokens)
      return tokens
    } catch (error) {
      // Where a key is missing nothing was refused.
      if (error instanceof InconclusiveError && error.needs.every((key) => key === SEED_KEY))
        this.#refusal = error.message
      throw error
    }
  }

  #use(tokens: Tokens): void {
    const lifetime = tokens.expiresIn ?? 3600
    const margin = Math.min(RENEW_SECONDS, lifetime * RENEW_SHARE)
    this.#renewAt = this.#now() + (lifetime - margin) * 1000
    this.#tokens = tokens
    this.#refusal = undefined
  }

  /**
   * Goes on from an earlier run's login: by a refresh, so that what tests look at was given in this run. Undefined where
   * that does not give what a login would.
   */
  async #goneOn(): Promise<Tokens | undefined> {
    const earlier = this.#earlier
    this.#earlier = undefined
    if (!earlier) return undefined
    const tokens = this.#keep(await this.#oauth.refresh(earlier.refreshToken), earlier.refreshToken)
    if (!tokens || !(await earlier.opens(tokens.accessToken))) return undefined
    this.#goesOn = true
    return tokens
  }

  async #refreshed(): Promise<Tokens | undefined> {
    const refreshToken = this.#tokens?.refreshToken ?? this.#seed
    if (!refreshToken) return undefined
    const exchange = await this.#oauth.refresh(refreshToken)
    const tokens = this.#keep(exchange, refreshToken)
    if (tokens) return tokens
    this.#seed = undefined
    if (this.#oauth.user) return undefined
    throw new InconclusiveError(`${SEED_KEY} gave no tokens: ${describeAnswer(exchange)}`, [SEED_KEY])
  }

  /** Reads the tokens of a refresh; the refresh token that counts from now on is stored before anybody uses it. */
  #keep(exchange: Exchange, refreshToken: string): Tokens | undefined {
    const tokens = tokensOf(exchange)
    if (!tokens) return undefined
    const newest = tokens.refreshToken ?? refreshToken
    if (this.#seed !== undefined && newest !== refreshToken) this.#store?.save(newest)
    return { ...tokens, refreshToken: newest }
  }
}
