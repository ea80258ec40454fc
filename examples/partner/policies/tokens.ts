import type { Connection, Customer, Tokens } from '../customers.ts'
import type { TokenResponse } from '../token-response.ts'

/** Decisions about tokens. */
export interface TokenPolicies {
  /** What is kept of a response. `before` is what it replaces. */
  read(response: TokenResponse, before: Tokens | undefined): Tokens
  /** Whether a call may still be made with the access token; `now` is in milliseconds since the epoch. */
  isFresh(tokens: Tokens, now: number): boolean
  /** Lets all who need a token in place of a spent one have it by a single refresh. */
  shareRefresh(connection: Connection, spent: Tokens, refresh: () => Promise<Tokens>): Promise<Tokens>
  /** The refresh token that goes out. */
  refreshToken(connection: Connection): string
  /** Further parameters of a refresh. */
  refreshParameters(connection: Connection): Record<string, string>
  store(connection: Connection, tokens: Tokens): void
  /** Called when the service does not know the refresh token any more. */
  forget(customer: Customer): void
}

/** A token is replaced when so much of its life is left: a minute, of short lives a fifth. */
const MARGIN_MS = 60_000
const MARGIN_SHARE = 0.2

/** Tokens as the contract wants them: the newest alone is kept, and replaced in time, once. */
export const tokenPolicies: TokenPolicies = {
  read({ access_token, refresh_token, expires_in }, before) {
    const receivedAt = Date.now()
    return {
      accessToken: access_token,
      refreshToken: refresh_token ?? before?.refreshToken ?? '',
      receivedAt,
      expiresAt: receivedAt + expires_in * 1000,
    }
  },
  isFresh({ receivedAt, expiresAt }, now) {
    return now < expiresAt - Math.min(MARGIN_MS, MARGIN_SHARE * (expiresAt - receivedAt))
  },
  async shareRefresh(connection, spent, refresh) {
    if (connection.tokens !== spent) return connection.tokens
    connection.refreshing ??= refresh().finally(() => {
      connection.refreshing = undefined
    })
    return connection.refreshing
  },
  refreshToken: ({ tokens }) => tokens.refreshToken,
  refreshParameters: () => ({}),
  store(connection, tokens) {
    connection.tokens = tokens
  },
  forget(customer) {
    customer.connection = undefined
  },
}
