import { InconclusiveError } from '../../contract/verdict.ts'
import { describeAnswer } from '../http/answer.ts'
import type { Exchange } from '../http/exchange.ts'
import { type OAuth, type Tokens, tokensOf } from './oauth.ts'
import type { TokenStore } from './token-store.ts'

/** Renew when less than this share of the lifetime is left, and never later than this many seconds before its end. */
const RENEW_SHARE = 0.25
const RENEW_SECONDS = 30

/** The one owner of the tokens that ordinary API calls use: it signs in once and refreshes once for all. */
export class TokenOwner {
  readonly #oauth: OAuth
  readonly #now: () => number
  readonly #store: TokenStore | undefined
  #seed: string | undefined
  #tokens: Tokens | undefined
  #renewAt = 0
  #pending: Promise<Tokens> | undefined

  /**
   * @param seed a refresh token to start from, instead of a login.
   * @param store keeps the newest refresh token of the seed's family for the next run.
   */
  constructor(oauth: OAuth, seed?: string, store?: TokenStore, now: () => number = Date.now) {
    this.#oauth = oauth
    this.#seed = store?.newest() ?? seed
    this.#store = store
    this.#now = now
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
    const { refreshToken } = await this.tokens()
    if (!refreshToken) throw new InconclusiveError('there is no refresh token')
    const exchange = await this.#oauth.refresh(refreshToken)
    const tokens = this.#keep(exchange, refreshToken)
    if (tokens) this.#use(tokens)
    return exchange
  }

  /**
   * Another access token, after the service refused `refused`: undefined where `refused` is still young and
   * nobody renewed meanwhile, so that the refusal is the service's answer and not a matter of age.
   */
  async after(refused: string): Promise<string | undefined> {
    const current = await this.access()
    return current === refused ? undefined : current
  }

  #renewOnce(): Promise<Tokens> {
    this.#pending ??= this.#renew().finally(() => {
      this.#pending = undefined
    })
    return this.#pending
  }

  async #renew(): Promise<Tokens> {
    const tokens = (await this.#refreshed()) ?? (await this.#oauth.signIn())
    this.#use(tokens)
    return tokens
  }

  #use(tokens: Tokens): void {
    const lifetime = tokens.expiresIn ?? 3600
    const margin = Math.min(RENEW_SECONDS, lifetime * RENEW_SHARE)
    this.#renewAt = this.#now() + (lifetime - margin) * 1000
    this.#tokens = tokens
  }

  async #refreshed(): Promise<Tokens | undefined> {
    const refreshToken = this.#tokens?.refreshToken ?? this.#seed
    if (!refreshToken) return undefined
    const exchange = await this.#oauth.refresh(refreshToken)
    const tokens = this.#keep(exchange, refreshToken)
    if (tokens) return tokens
    this.#seed = undefined
    if (this.#oauth.user) return undefined
    throw new InconclusiveError(`SANDBOX_REFRESH_TOKEN gave no tokens: ${describeAnswer(exchange)}`, [
      'SANDBOX_REFRESH_TOKEN',
    ])
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
