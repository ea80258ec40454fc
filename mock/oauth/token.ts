import type { Answer, HttpRequest } from '../http.ts'
import type { GrantType, Issued } from '../policies/token.ts'
import type { Service } from '../service.ts'
import type { Client, Grant, RefreshToken } from '../store.ts'
import { OAuthProblem, type OAuthProblemReason } from './problem.ts'

type Values = ReadonlyMap<string, string>

/**
 * Handles POST /oauth2/token: exchanges a code or a refresh token for tokens (RFC 6749 §4.1.3, §6).
 * @returns the token response, or the OAuth error that refuses the request
 */
export async function answerTokenRequest(service: Service, request: HttpRequest): Promise<Answer> {
  const { policies } = service
  try {
    const { grantType, values } = readTokenRequest(service, request)
    const client = authenticateClient(service, grantType, values)
    return grantType === 'authorization_code'
      ? await exchangeCode(service, client, values)
      : await refresh(service, client, values)
  } catch (error) {
    if (error instanceof OAuthProblem) return policies.rejections.token(error, request)
    throw error
  }
}

function readTokenRequest({ policies: { token } }: Service, request: HttpRequest) {
  const { values, repeated } = token.collectParameters(token.readParameters(request))
  if (repeated.length > 0)
    throw new OAuthProblem(
      'invalid_request',
      'repeated-parameter',
      `${repeated.join(', ')} occurs more than once.`,
    )
  const name = values.get('grant_type')
  if (name === undefined)
    throw new OAuthProblem('invalid_request', 'missing-parameter', 'grant_type is missing.')
  const grantType = token.grantType(name)
  if (grantType === undefined)
    throw new OAuthProblem(
      'unsupported_grant_type',
      'unknown-grant-type',
      'grant_type must be authorization_code or refresh_token.',
    )
  const missing = token.requiredParameters[grantType].find((required) => !values.has(required))
  if (missing !== undefined) {
    const code = missing.startsWith('client_') ? 'invalid_client' : 'invalid_request'
    throw new OAuthProblem(code, 'missing-parameter', `${missing} is missing.`)
  }
  return { grantType, values }
}

function authenticateClient({ store, policies: { token } }: Service, grantType: GrantType, values: Values) {
  const client = token.findClient(store, values.get('client_id') ?? '', grantType)
  if (client === undefined || !token.secretMatches(client, values.get('client_secret'), grantType, store))
    throw new OAuthProblem(
      'invalid_client',
      'wrong-credentials',
      'The client is unknown or its secret is wrong.',
    )
  return client
}

async function exchangeCode(service: Service, client: Client, values: Values): Promise<Answer> {
  const { store, clock, policies } = service
  const { token } = policies
  const refused = (reason: OAuthProblemReason) =>
    new OAuthProblem('invalid_grant', reason, 'The authorization code is invalid, expired or was used.')
  const code = token.findCode(store, values.get('code') ?? '')
  // These checks come before the code is claimed: a request that fails them must not use it up.
  if (code === undefined) throw refused('unknown-code')
  if (!token.codeBelongsTo(code, client)) throw refused('foreign-code')
  if (!token.redirectUriMatches(code, values.get('redirect_uri'))) throw refused('other-redirect-uri')
  if (token.codeExpired(code, clock.now()) && !code.used) throw refused('expired-code')
  if (!(await token.claimCode(code, store))) {
    token.afterCodeReuse(code, store)
    throw refused('used-code')
  }
  return issue(service, 'authorization_code', code.grant)
}

async function refresh(service: Service, client: Client, values: Values): Promise<Answer> {
  const { store, policies } = service
  const { token } = policies
  const refused = (reason: OAuthProblemReason) =>
    new OAuthProblem('invalid_grant', reason, 'The refresh token is invalid or was revoked.')
  const presented = token.findRefreshToken(store, values.get('refresh_token') ?? '')
  if (presented === undefined) throw refused('unknown-refresh-token')
  if (!token.refreshTokenBelongsTo(presented, client)) throw refused('foreign-refresh-token')
  if (token.refreshTokenRevoked(presented, store)) throw refused('revoked-refresh-token')
  const rotates = token.rotates(presented.grant)
  if (!(await token.claimRefreshToken(presented, rotates, store))) {
    token.afterRefreshTokenReuse(presented, store)
    throw refused('superseded-refresh-token')
  }
  presented.grant.refreshes += 1
  return issue(service, 'refresh_token', presented.grant, rotates ? undefined : presented)
}

function issue(service: Service, grantType: GrantType, grant: Grant, kept?: RefreshToken): Answer {
  const { token } = service.policies
  const issued = issueTokens(service, grantType, grant, kept)
  return token.answer(token.responseBody(issued), issued)
}

/** Issues an access token, and a refresh token unless one is kept. */
export function issueTokens(
  { store, clock, policies: { token } }: Pick<Service, 'store' | 'clock' | 'policies'>,
  grantType: GrantType,
  grant: Grant,
  kept?: RefreshToken,
): Issued {
  const access = {
    value: token.newToken('access', grant),
    grant,
    expiresAt: clock.now() + token.accessTokenLifetimeSeconds * 1000,
  }
  token.saveAccessToken(store, access, grantType)
  const refreshToken = kept ?? { value: token.newToken('refresh', grant), grant, superseded: false }
  if (kept === undefined) token.saveRefreshToken(store, refreshToken, grantType)
  return {
    grantType,
    grant,
    accessToken: access.value,
    refreshToken: refreshToken.value,
    expiresIn: token.accessTokenLifetimeSeconds,
    organizations: token.eligibleOrganizations(store, grant.user),
  }
}
