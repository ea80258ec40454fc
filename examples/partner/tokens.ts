import { ResponseBodyError, refreshTokenGrant } from 'openid-client'
import type { Application } from './application.ts'
import type { Connection, Customer, Tokens } from './customers.ts'
import { tokenResponseSchema } from './token-response.ts'

/** The customer has to connect: there is no connection, or the service does not know it any more. */
export class ConnectError extends Error {}

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
export async function replaceTokens(app: Application, customer: Customer, spent: Tokens): Promise<Tokens> {
  const connection = connectionOf(customer)
  return app.policies.tokens.shareRefresh(connection, spent, () => refresh(app, customer, connection))
}

async function refresh(app: Application, customer: Customer, connection: Connection): Promise<Tokens> {
  const { tokens: policies } = app.policies
  const { tokens: before } = connection
  // A refresh that waited for its turn may come when the connection has ended.
  if (customer.connection !== connection) throw new ConnectError('the connection has ended')
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
