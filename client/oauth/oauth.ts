import { InconclusiveError } from '../../contract/verdict.ts'
import type { ClientCredentials, TargetConfig, UserCredentials } from '../environment/config.ts'
import { describeAnswer } from '../http/answer.ts'
import { attribute } from '../http/attribution.ts'
import type { HttpClient, HttpRequest } from '../http/client.ts'
import type { Exchange } from '../http/exchange.ts'
import { type AuthorizationFlow, codeOf, type Purpose } from '../login/authorization-flow.ts'
import type { Logins } from '../login/logins.ts'
import type { SentStates } from './sent-states.ts'
import { afterRefresh, requireRefreshToken, type TokenLoan, type Tokens, tokensOf } from './tokens.ts'

/** Form parameters to add or replace; undefined leaves one out, a list sends it once for each value. */
export type FormParameters = Readonly<Record<string, string | readonly string[] | undefined>>

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Form parameters encoded as a form or query (RFC 6749, appendix B). */
export function encodeParameters(parameters: FormParameters): string {
  const encoded = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) encoded.append(name, one)
  }
  return encoded.toString()
}

/** An authorization code that nobody has exchanged. */
export interface ObtainedCode {
  readonly code: string
  readonly flow: AuthorizationFlow
}

/** What else a client has to do with. */
interface OAuthOptions {
  /** Tokens to use where nobody can log in. */
  readonly lease?: TokenLoan | undefined
  /** Is waited for before a login, where there may be few of them. */
  readonly first?: (() => Promise<unknown>) | undefined
  /** Is told of all tokens that the token endpoint gave, before the test is. */
  readonly onTokens?: ((tokens: Tokens) => void) | undefined
  /** Is told of each way of the user through the pages, before the test is. */
  readonly onFlow?: ((flow: AuthorizationFlow) => void) | undefined
  /** States to carry where a code is all that is wanted. */
  readonly states?: SentStates | undefined
}

/** A partner application's side of the authorization code flow: one client, acting for one user. */
export class OAuth {
  readonly client: ClientCredentials
  readonly user: UserCredentials | undefined
  readonly tokenEndpoint: string
  readonly #target: TargetConfig
  readonly #http: HttpClient
  readonly #logins: Logins
  readonly #options: OAuthOptions

  constructor(
    target: TargetConfig,
    http: HttpClient,
    logins: Logins,
    client: ClientCredentials,
    user: UserCredentials | undefined,
    options: OAuthOptions = {},
  ) {
    this.#target = target
    this.#http = http
    this.#logins = logins
    this.#options = options
    this.client = client
    this.user = user
    this.tokenEndpoint = `${target.authUrl}/oauth2/token`
  }

  /** The same, logging in in sessions of its own where that costs nothing. */
  apart(): OAuth {
    return new OAuth(this.#target, this.#http, this.#logins.apart(), this.client, this.user, this.#options)
  }

  /** The authorization request that a browser is sent to, complete and valid but for what `changes` says. */
  authorizationUrl(changes: FormParameters = {}): string {
    const parameters = {
      response_type: 'code',
      client_id: this.client.id,
      redirect_uri: this.client.redirectUri,
      scope: this.#target.scope,
      state: 'a-state-of-the-suite',
      ...changes,
    }
    return `${this.#target.authUrl}/oauth2/authorize?${encodeParameters(parameters)}`
  }

  /**
   * Walks the user through an authorization request, whatever comes of it.
   * @throws InconclusiveError where the suite has no user to log in with.
   */
  async authorize(changes: FormParameters = {}, purpose: Purpose = 'approve'): Promise<AuthorizationFlow> {
    const asked = changes.redirect_uri
    const uris = typeof asked === 'string' ? [asked] : (asked ?? [])
    return this.#walk(
      this.authorizationUrl(changes),
      uris.filter((uri) => uri !== ''),
      purpose,
    )
  }

  /**
   * As {@link authorize}, with the request's parameters written otherwise.
   * @param write makes the query of the encoded parameters in their order: `name=value`.
   * @throws InconclusiveError where the suite has no user to log in with.
   */
  async authorizeAs(
    write: (parameters: readonly string[]) => string,
    changes: FormParameters = {},
  ): Promise<AuthorizationFlow> {
    const [endpoint = '', query = ''] = this.authorizationUrl(changes).split('?')
    return this.#walk(`${endpoint}?${write(query.split('&'))}`, [], 'approve')
  }

  async #walk(url: string, uris: readonly string[], purpose: Purpose): Promise<AuthorizationFlow> {
    const user = await this.#userInTurn()
    const stopAt = [...uris, this.client.redirectUri]
    return this.#noted(await this.#logins.authorize(user, url, purpose, stopAt, this.#http))
  }

  /**
   * Lets the user approve ordinary requests with these states side by side in one browser, which is logged in: the pages
   * of all are open before one is decided on.
   * @throws InconclusiveError where the suite has no user to log in with.
   */
  async authorizeSideBySide(states: readonly string[]): Promise<readonly AuthorizationFlow[]> {
    const user = await this.#userInTurn()
    const urls = states.map((state) => this.authorizationUrl({ state }))
    const flows = await this.#logins.sideBySide(user, urls, [this.client.redirectUri], this.#http)
    return flows.map((flow) => this.#noted(flow))
  }

  /** Who logs in, when what comes before a login is done. @throws InconclusiveError where there is nobody. */
  async #userInTurn(): Promise<UserCredentials> {
    if (!this.user) {
      throw new InconclusiveError('nobody can log in here', ['SANDBOX_USERNAME', 'SANDBOX_PASSWORD'])
    }
    await this.#options.first?.().catch(() => undefined)
    return this.user
  }

  #noted(flow: AuthorizationFlow): AuthorizationFlow {
    // A driver that is no HTTP client of ours brings codes that nobody has registered yet.
    this.#http.secrets.add(codeOf(flow), 'code')
    attribute(flow, this.#http.sender)
    this.#options.onFlow?.(flow)
    return flow
  }

  /**
   * A fresh authorization code, for tests that judge what comes after it.
   * @throws InconclusiveError where none can be had; AUTHZ-1 judges that.
   */
  async obtainCode(changes: FormParameters = {}): Promise<string> {
    return (await this.obtain(changes)).code
  }

  /** As {@link obtainCode}, with the flow that gave the code. */
  async obtain(changes: FormParameters = {}): Promise<ObtainedCode> {
    const state = 'state' in changes ? undefined : this.#options.states?.next()
    if (state !== undefined) {
      const flow = await this.authorize({ ...changes, state })
      this.#options.states?.note(state, flow)
      const code = codeOf(flow)
      // Else the state may be to blame.
      if (code) return { code, flow }
    }
    const flow = await this.authorize(changes)
    const code = codeOf(flow)
    if (code) return { code, flow }
    const why = flow.kind === 'stopped' ? flow.why : `the redirect carried no code: ${flow.location}`
    throw new InconclusiveError(`no authorization code could be had (see AUTHZ-1): ${why}`)
  }

  /** Posts to the token endpoint exactly these parameters. */
  token(parameters: FormParameters, headers: Readonly<Record<string, string>> = {}): Promise<Exchange> {
    return this.tokenAs({
      headers: { ...FORM, accept: 'application/json', ...headers },
      body: encodeParameters(parameters),
    })
  }

  /** Posts to the token endpoint exactly what is written here. */
  async tokenAs(written: Pick<HttpRequest, 'headers' | 'body' | 'chunkBytes'>): Promise<Exchange> {
    const exchange = await this.#http.send({ method: 'POST', url: this.tokenEndpoint, ...written })
    const tokens = this.#options.onTokens && tokensOf(exchange)
    if (tokens) this.#options.onTokens?.(tokens)
    return exchange
  }

  /** The documented parameters of a code exchange. */
  exchangeParameters(code: string): Record<string, string> {
    return {
      grant_type: 'authorization_code',
      code,
      client_id: this.client.id,
      client_secret: this.client.secret,
      redirect_uri: this.client.redirectUri,
    }
  }

  /** Exchanges a code for tokens, with the documented parameters but for `changes`, and these headers beside. */
  exchangeCode(
    code: string,
    changes: FormParameters = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Exchange> {
    return this.token({ ...this.exchangeParameters(code), ...changes }, headers)
  }

  /** The documented parameters of a refresh. */
  refreshParameters(refreshToken: string): Record<string, string> {
    return {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: this.client.id,
      client_secret: this.client.secret,
    }
  }

  /** Refreshes with the documented parameters but for `changes`. */
  refresh(refreshToken: string, changes: FormParameters = {}): Promise<Exchange> {
    return this.token({ ...this.refreshParameters(refreshToken), ...changes })
  }

  /**
   * Tokens of a family of their own, by a login, an approval and a code exchange; where nobody can log in, the
   * tokens that all share, without the refresh token.
   * @throws InconclusiveError where they cannot be had; AUTHZ-1 and TOKEN-1 judge that.
   */
  async signIn(): Promise<Tokens> {
    const { lease } = this.#options
    if (lease) return this.#shared(await lease.tokens())
    return this.redeem(await this.obtainCode())
  }

  /**
   * Exchanges a code where that has to work for the test to go on.
   * @throws InconclusiveError where it does not; TOKEN-1 judges that.
   */
  async redeem(code: string): Promise<Tokens> {
    const exchange = await this.exchangeCode(code)
    const tokens = tokensOf(exchange)
    if (tokens) return tokens
    throw new InconclusiveError(`the code exchange gave no tokens (see TOKEN-1): ${describeAnswer(exchange)}`)
  }

  /**
   * As {@link signIn}, with the refresh token that some tests start from.
   * @throws InconclusiveError also where the answer held no refresh token; TOKEN-2 judges that.
   */
  async signInForRefresh(): Promise<Tokens & { refreshToken: string }> {
    const tokens = await this.signIn()
    return { ...tokens, refreshToken: requireRefreshToken(tokens) }
  }

  /**
   * Tokens for a test that refreshes them, each time with the newest, and does nothing else to them: so the user's
   * own will do where nobody can log in.
   * @throws InconclusiveError where they cannot be had.
   */
  async signInForChain(): Promise<Tokens & { refreshToken: string }> {
    const { lease } = this.#options
    return lease ? this.#shared(await lease.refreshable()) : this.signInForRefresh()
  }

  /** The next refresh of a chain that {@link signInForChain} began. */
  async refreshChain(newest: string): Promise<Exchange> {
    const { lease } = this.#options
    if (!lease) return this.refresh(newest)
    const exchange = await lease.renew()
    attribute(exchange, this.#http.sender)
    return exchange
  }

  /**
   * Refreshes where that has to work for the test to go on. The refresh token that counts afterwards is the
   * new one, or the old one where the service does not rotate.
   * @throws InconclusiveError where it does not work; REFRESH-1 and REFRESH-3 judge that.
   */
  async renew(refreshToken: string): Promise<Tokens & { refreshToken: string }> {
    const exchange = await this.refreshChain(refreshToken)
    const tokens = tokensOf(exchange)
    if (tokens) return afterRefresh(refreshToken, tokens)
    throw new InconclusiveError(`a refresh gave no tokens (see REFRESH-1): ${describeAnswer(exchange)}`)
  }

  /** What another client of the suite received, and this test looks at. */
  #shared<Given extends Tokens>(tokens: Given): Given {
    attribute(tokens.exchange, this.#http.sender)
    return tokens
  }
}
