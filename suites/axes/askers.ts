import type { ClientCredentials, TargetConfig, UserCredentials } from '../../client/environment/config.ts'
import { keysFor } from '../../client/environment/needs.ts'
import { describeAnswer } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import type { AuthorizationFlow, Purpose } from '../../client/login/authorization-flow.ts'
import type { FormParameters, OAuth, ObtainedCode } from '../../client/oauth/oauth.ts'
import { afterRefresh, requireRefreshToken, type Tokens, tokensOf } from '../../client/oauth/tokens.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { axis, type Context } from '../../harness/authoring/index.ts'

/** A client that acts for a user: it sends what {@link OAuth} sends, with the credentials of this client. */
export class Asker {
  readonly client: ClientCredentials
  readonly oauth: OAuth

  /**
   * @param oauth acts for the user, by whatever client.
   * @param client acts in its place.
   */
  constructor(oauth: OAuth, client: ClientCredentials) {
    this.oauth = oauth
    this.client = client
  }

  /** The user that it acts for. */
  get user(): UserCredentials | undefined {
    return this.oauth.user
  }

  /** The same, for what makes some services revoke all that came out of a session: in sessions of its own. */
  apart(): Asker {
    return new Asker(this.oauth.apart(), this.client)
  }

  /**
   * A fresh code of this user for this client.
   * @throws InconclusiveError where none can be had; AUTHZ-1 judges that.
   */
  async obtainCode(): Promise<string> {
    return (await this.obtain()).code
  }

  /** As {@link obtainCode}, with the flow that gave the code. */
  obtain(): Promise<ObtainedCode> {
    return this.oauth.obtain({ client_id: this.client.id, redirect_uri: this.client.redirectUri })
  }

  /** Walks the user through this client's authorization request, with the documented parameters but for `changes`. */
  authorize(changes: FormParameters = {}, purpose: Purpose = 'approve'): Promise<AuthorizationFlow> {
    const { id, redirectUri } = this.client
    return this.oauth.authorize({ client_id: id, redirect_uri: redirectUri, ...changes }, purpose)
  }

  /** Exchanges a code with the documented parameters but for `changes`, and these headers beside. */
  exchangeCode(
    code: string,
    changes: FormParameters = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Exchange> {
    const documented = { ...this.#credentials, redirect_uri: this.client.redirectUri }
    return this.oauth.exchangeCode(code, { ...documented, ...changes }, headers)
  }

  /** The documented parameters of a refresh. */
  refreshParameters(refreshToken: string): FormParameters {
    return { ...this.oauth.refreshParameters(refreshToken), ...this.#credentials }
  }

  /** Refreshes with the documented parameters but for `changes`. */
  refresh(refreshToken: string, changes: FormParameters = {}): Promise<Exchange> {
    return this.oauth.refresh(refreshToken, { ...this.#credentials, ...changes })
  }

  /**
   * Tokens by a login and a code exchange.
   * @throws InconclusiveError where they cannot be had; AUTHZ-1 and TOKEN-1 judge that.
   */
  async signIn(): Promise<Tokens> {
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
   * Refreshes tokens where that has to work for the test to go on.
   * @throws InconclusiveError where it does not; REFRESH-1 and REFRESH-3 judge that.
   */
  async renew(held: Pick<Tokens, 'refreshToken'>): Promise<Tokens & { refreshToken: string }> {
    const refreshToken = requireRefreshToken(held)
    const exchange = await this.refresh(refreshToken)
    const tokens = tokensOf(exchange)
    if (tokens) return afterRefresh(refreshToken, tokens)
    throw new InconclusiveError(`a refresh gave no tokens (see REFRESH-1): ${describeAnswer(exchange)}`)
  }

  get #credentials(): FormParameters {
    return { client_id: this.client.id, client_secret: this.client.secret }
  }
}

/** What a test gets of an axis of users or clients; throws where the target has none. */
type Of<Value> = (context: Context) => Value

/** What lets the suite log in by itself. */
export const LOGINS_WITHOUT_PEOPLE = 'SANDBOX_LOGIN=form or browser'

/** What is not tried where each login costs a person's time, or nobody can log in at all. */
export function tooManyLogins({ login }: TargetConfig, each: 'user' | 'client'): NotApplicableError {
  const needs = login === 'manual' ? [LOGINS_WITHOUT_PEOPLE] : keysFor('login')
  return new NotApplicableError(`a login for each ${each} costs too much here`, needs)
}

/** Users by how many organizations they own. */
export const USERS = {
  'a user with one organization': ({ oauth }) => {
    if (!oauth.user) throw new NotApplicableError('nobody can log in here')
    return oauth
  },
  'a user with several organizations': (context) => {
    if (!context.target.multiOrgUser) throw new NotApplicableError('no user with several organizations')
    return context.multiOrgOAuth
  },
  'a user without organizations': (context) => {
    if (!context.target.noOrgUser) throw new NotApplicableError('no user without organizations')
    return context.noOrgOAuth
  },
} as const satisfies Readonly<Record<string, Of<OAuth>>>

/** The clients that the suite has credentials of. */
export const CLIENTS = {
  'first client': ({ target: { client } }) => client,
  'second client': ({ canLogIn, target }) => {
    const { otherClient } = target
    if (!canLogIn) throw tooManyLogins(target, 'client')
    if (!otherClient) throw new NotApplicableError('no second client')
    return otherClient
  },
} as const satisfies Readonly<Record<string, Of<ClientCredentials>>>

/** Who asks: for whom. */
export const USER_AXIS = axis<Of<OAuth>>('user', USERS)

/** Who asks: by which client. */
export const CLIENT_AXIS = axis<Of<ClientCredentials>>('client', CLIENTS)

/** The client that acts for the user, both as values of the two axes. */
export function askerOf(context: Context, user: Of<OAuth>, client: Of<ClientCredentials>): Asker {
  return new Asker(user(context), client(context))
}

/** The main user, by the name that tables have for it. */
const MAIN_USERS: readonly (string | undefined)[] = ['a user with one organization', 'one organization']

/** Whether a row of both axes is the main user by the main client, whom most tests try anyway. */
export function isMainRow({ user, client }: Readonly<Partial<Record<string, string>>>): boolean {
  return MAIN_USERS.includes(user) && client === 'first client'
}
