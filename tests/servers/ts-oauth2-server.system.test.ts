import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import {
  AuthorizationServer,
  DateInterval,
  generateRandomToken,
  JwtService,
  type OAuthAuthCode,
  type OAuthAuthCodeRepository,
  type OAuthClient,
  type OAuthClientRepository,
  type OAuthToken,
  type OAuthTokenRepository,
} from '@jmondi/oauth2-server'
import { handleExpressError, handleExpressResponse, requestFromExpress } from '@jmondi/oauth2-server/express'
import { expect, test } from 'vitest'
import { listen } from '../client/login/site.ts'
import { callback, clients, igOrganizations, organizations } from './accounts.ts'
import { advisedOn, examine, reasonsOf, type Served, UNDECIDED } from './examine.ts'
import { ADVISED_ON_PLAIN_APP, appWithLogin, consentPage } from './signed-in.ts'

const scope = { name: 'donations' }

/** @throws Error where there is none, as the library's repositories are to. */
function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('not found')
  return value
}

const clientRepository: OAuthClientRepository = {
  async getByIdentifier(id): Promise<OAuthClient> {
    const { secret } = found(clients.get(id))
    return {
      id,
      name: id,
      secret,
      redirectUris: [callback],
      allowedGrants: ['authorization_code', 'refresh_token'],
      scopes: [scope],
    }
  },
  isClientValid: async (grant, client, secret) =>
    client.allowedGrants.includes(grant) && client.secret === secret,
}

function codeRepository(): OAuthAuthCodeRepository {
  const codes = new Map<string, OAuthAuthCode>()
  return {
    getByIdentifier: async (code) => found(codes.get(code)),
    issueAuthCode: (client, user, scopes) => ({
      code: generateRandomToken(),
      expiresAt: new DateInterval('1m').getEndDate(),
      client,
      user: user ?? null,
      scopes,
    }),
    persist: async (code) => void codes.set(code.code, code),
    isRevoked: async (code) => found(codes.get(code)).expiresAt.getTime() <= Date.now(),
    async revoke(code) {
      found(codes.get(code)).expiresAt = new Date(0)
    },
  }
}

function expire(token: OAuthToken): void {
  token.accessTokenExpiresAt = new Date(0)
  token.refreshTokenExpiresAt = new Date(0)
}

function isFuture(time: Date | null | undefined): boolean {
  return (time?.getTime() ?? 0) > Date.now()
}

function tokenRepository(tokens: Map<string, OAuthToken>): OAuthTokenRepository {
  return {
    issueToken: async (client, scopes, user) => ({
      accessToken: randomUUID(),
      accessTokenExpiresAt: new DateInterval('1h').getEndDate(),
      client,
      user: user ?? null,
      scopes,
    }),
    issueRefreshToken: async (token) =>
      Object.assign(token, {
        refreshToken: randomUUID(),
        refreshTokenExpiresAt: new DateInterval('1d').getEndDate(),
      }),
    persist: async (token) => void tokens.set(token.accessToken, token),
    revoke: async (token) => expire(token),
    async revokeDescendantsOf(code) {
      for (const token of tokens.values()) if (token.originatingAuthCodeId === code) expire(token)
    },
    isRefreshTokenRevoked: async ({ refreshTokenExpiresAt }) => !isFuture(refreshTokenExpiresAt),
    getByRefreshToken: async (value) =>
      found([...tokens.values()].find(({ refreshToken }) => refreshToken === value)),
  }
}

/** The library behind express by its own adapter, with `ig_organizations` put in. Its tokens are JWTs. */
async function serveTsOAuth2Server(): Promise<Served> {
  const tokens = new Map<string, OAuthToken>()
  const codes = codeRepository()
  const jwtService = new JwtService(randomUUID())
  const server = new AuthorizationServer(
    clientRepository,
    tokenRepository(tokens),
    {
      getAllByIdentifiers: async (names) => (names.includes(scope.name) ? [scope] : []),
      finalize: async (scopes) => scopes,
    },
    jwtService,
    { requiresPKCE: false, tokenCID: 'id' },
  )
  const userRepository = { getUserByCredentials: async (id: string | number) => ({ id }) }
  server.enableGrantTypes(
    [{ grant: 'authorization_code', authCodeRepository: codes, userRepository }, new DateInterval('1h')],
    ['refresh_token', new DateInterval('1h')],
  )
  const { app, sessionOf } = appWithLogin()
  app.get('/oauth2/authorize', async (request, response) => {
    try {
      await server.validateAuthorizationRequest(requestFromExpress(request))
      response.send(consentPage(request.originalUrl))
    } catch (error) {
      handleExpressError(error, response)
    }
  })
  app.post('/oauth2/authorize', async (request, response) => {
    try {
      const asked = await server.validateAuthorizationRequest(requestFromExpress(request))
      asked.user = { id: sessionOf(request).user ?? '' }
      asked.isAuthorizationApproved = request.body.decision === 'allow'
      handleExpressResponse(response, await server.completeAuthorizationRequest(asked))
    } catch (error) {
      handleExpressError(error, response)
    }
  })
  const tokenOf = async (jwt: string) => {
    try {
      const { jti } = await jwtService.verify(jwt)
      const token = tokens.get(String(jti))
      return isFuture(token?.accessTokenExpiresAt) ? token : undefined
    } catch {
      return undefined
    }
  }
  app.post('/oauth2/token', async (request, response) => {
    try {
      const answer = await server.respondToAccessTokenRequest(requestFromExpress(request))
      const { user } = found(await tokenOf(String(answer.body.access_token)))
      answer.body.ig_organizations = igOrganizations(user?.id)
      handleExpressResponse(response, answer)
    } catch (error) {
      handleExpressError(error, response)
    }
  })
  return {
    url: await listen(createServer(app)),
    organizations: async (jwt) => organizations((await tokenOf(jwt))?.user?.id),
  }
}

test('@jmondi/oauth2-server on express: what it breaks is found, and nothing else', async () => {
  const { violations, undecided } = await examine(await serveTsOAuth2Server())
  const invalidRequest = expect.stringMatching(/"invalid_grant" and no token; received 400 .*invalid_request/)
  expect(violations).toEqual({
    // The page of express for an error, where it does not run in production.
    'ERROR-3': expect.stringMatching(/a JavaScript stack trace in the body/),
    // A request without redirect_uri is answered at the first registered one, one without scope with none.
    'AUTHZ-6': expect.stringMatching(
      /^expected no redirect that carries a code or a token; received a redirect to/,
    ),
    'AUTHZ-8': expect.stringMatching(
      /^expected no redirect that carries a code or a token; received a redirect to/,
    ),
    // A user who declines is shown JSON, the application hears nothing.
    'AUTHZ-10': expect.stringMatching(/received POST .* status 400 .*Authorization is not approved/),
    // Of a parameter given twice the library takes one.
    'AUTHZ-11': expect.stringMatching(
      /^expected no redirect that carries a code or a token; received a redirect to/,
    ),
    // Codes and refresh tokens that are used, unknown or no JWT are invalid_request, not invalid_grant.
    'TOKEN-3': invalidRequest,
    'TOKEN-5': invalidRequest,
    'REFRESH-4': invalidRequest,
    'REFRESH-5': invalidRequest,
    'REFRESH-6': invalidRequest,
    // An unknown client: the repository throws, as its documentation has it, and the adapter answers with 500.
    'ERROR-2': expect.stringMatching(/received 500 .*server_error/),
    // A parameter given twice is not noticed: one value of it counts.
    'TOKEN-17': expect.stringMatching(/^expected an answer without a token; received 200 /),
  })
  // A code or a refresh token that comes twice revokes here what it gave.
  expect(undecided).toEqual(reasonsOf(Object.keys(UNDECIDED).filter((id) => id !== 'REFRESH-6')))
}, 180_000)

test('and what the standards advise beyond the contract', async () => {
  expect(await advisedOn(await serveTsOAuth2Server())).toEqual({
    ...ADVISED_ON_PLAIN_APP,
    'access-token-format': 'access tokens that are JWTs (HS256), without aud',
    'callback-issuer': 'no iss beside a code',
    'pkce-downgrade': 'a code_verifier without code_challenge is taken',
  })
}, 180_000)
