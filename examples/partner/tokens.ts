import { ResponseBodyError, refreshTokenGrant } from 'openid-client'
import { z } from 'zod'
import type { Application } from './application.ts'
import type { Connection, Customer, Tokens } from './customers.ts'

/** What is used of a token response. */
export const tokenResponseSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
  ig_organizations: z.array(z.object({ id: z.string().min(1), name: z.string() })).default([]),
})
/** A token response; `expires_in` is in seconds. */
export type TokenResponse = z.output<typeof tokenResponseSchema>

/** The customer has to connect: there is no connection, or the service does not know it any more. */
export class ConnectError extends Error {}

/** Decisions about tokens. */
export interface TokenPolicies {
  /** What is kept of a response. `before` is what it replaces. */
  read(response: TokenResponse, before: Tokens | undefined): Tokens
  /** Whether a call may still be made with the access token; `now` is in milliseconds since the epoch. */
  isFresh(tokens: Tokens, now: number): boolean
  /** Lets all who need a token in place of a spent one have it by a single refresh. */
  share(connection: Connection, spent: Tokens, refresh: () => Promise<Tokens>): Promise<Tokens>
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
  async share(connection, spent, refresh) {
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

/**
 * The tokens for a call, refreshed before they expire.
 * @throws {ConnectError} where the customer has to connect again
 */
export async function freshTokens(app: Application, customer: Customer): Promise<Tokens> {
  const { tokens } = connectionOf(customer)
  return app.policies.tokens.isFresh(tokens, Date.now()) ? tokens : replaceTokens(app, customer, tokens)
}

/**
 * The tokens that follow these, which are near their end or were refused.
 * @throws {ConnectError} where the customer has to connect again
 */
export function replaceTokens(app: Application, customer: Customer, spent: Tokens): Promise<Tokens> {
  const connection = connectionOf(customer)
  return app.policies.tokens.share(connection, spent, () => refresh(app, customer, connection))
}

async function refresh(app: Application, customer: Customer, connection: Connection): Promise<Tokens> {
  const { tokens: policies } = app.policies
  const { tokens: before } = connection
  try {
    const parameters = policies.refreshParameters(connection)
    const answer = await refreshTokenGrant(app.oauth, policies.refreshToken(connection), parameters)
    policies.store(connection, policies.read(tokenResponseSchema.parse(answer), before))
    return connection.tokens
  } catch (error) {
    if (!(error instanceof ResponseBodyError && error.error === 'invalid_grant')) throw error
    policies.forget(customer)
    throw new ConnectError('the service asks for a new approval', { cause: error })
  }
}

/** @throws {ConnectError} where there is none */
export function connectionOf({ connection }: Customer): Connection {
  if (connection === undefined) throw new ConnectError('not connected')
  return connection
}
