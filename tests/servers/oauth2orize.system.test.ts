import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import oauth2orize from 'oauth2orize'
import { expect, test } from 'vitest'
import { listen } from '../client/login/site.ts'
import { callback, clients, igOrganizations, organizations } from './accounts.ts'
import { advisedOn, examine, type Served, UNDECIDED } from './examine.ts'
import { ADVISED_ON_PLAIN_APP, appWithLogin, consentPage } from './signed-in.ts'

interface Client {
  readonly id: string
  readonly secret: string
}
interface Grant {
  readonly client: string
  readonly user: string
  readonly redirectUri: string
}

const newValue = () => randomBytes(32).toString('hex')

/** The library with handlers as in its README: a code is deleted at its first use, refresh tokens rotate. */
function createOAuth() {
  const codes = new Map<string, Grant>()
  const accessTokens = new Map<string, Grant>()
  const refreshTokens = new Map<string, Grant>()
  const server = oauth2orize.createServer<Client, string>()
  server.serializeClient((client, done) => done(null, client.id))
  server.deserializeClient((id: string, done) => done(null, clients.get(id)))
  server.grant(
    oauth2orize.grant.code<Client, string>(
      (client: Client, redirectUri: string, user: string, done: oauth2orize.IssueGrantCodeDoneFunction) => {
        const code = newValue()
        codes.set(code, { client: client.id, user, redirectUri })
        done(null, code)
      },
    ),
  )
  const issue = (grant: Grant, done: oauth2orize.ExchangeDoneFunction) => {
    const [access, refresh] = [newValue(), newValue()]
    accessTokens.set(access, grant)
    refreshTokens.set(refresh, grant)
    done(null, access, refresh, { expires_in: 3600, ig_organizations: igOrganizations(grant.user) })
  }
  server.exchange(
    oauth2orize.exchange.code<Client>(
      (client: Client, code: string, redirectUri: string, done: oauth2orize.ExchangeDoneFunction) => {
        const grant = codes.get(code)
        if (grant?.client !== client.id || grant.redirectUri !== redirectUri) return done(null, false)
        codes.delete(code)
        issue(grant, done)
      },
    ),
  )
  server.exchange(
    oauth2orize.exchange.refreshToken<Client>(
      (client: Client, value: string, _scope: string[], done: oauth2orize.ExchangeDoneFunction) => {
        const grant = refreshTokens.get(value)
        if (grant?.client !== client.id) return done(null, false)
        refreshTokens.delete(value)
        issue(grant, done)
      },
    ),
  )
  return { server, accessTokens }
}

/** Signs the client in by its form parameters, which the library leaves to passport. */
function authenticateClient(request: Request, response: Response, next: NextFunction): void {
  const { client_id, client_secret } = request.body
  const client = clients.get(String(client_id))
  if (client?.secret === client_secret) {
    Object.assign(request, { user: client })
    next()
  } else
    response.status(401).json({ error: 'invalid_client', error_description: 'client authentication failed' })
}

const validate: oauth2orize.ValidateFunctionArity4<Client> = (id, redirectUri, scope, done) => {
  const client = clients.get(id)
  if (!client || redirectUri !== callback) return done(null, false)
  if (!scope) return done(new oauth2orize.AuthorizationError('scope is missing', 'invalid_scope'))
  done(null, client, redirectUri)
}

async function serveOAuth2orize(): Promise<Served> {
  const { server, accessTokens } = createOAuth()
  const { app, sessionOf } = appWithLogin()
  const withSession = (request: Request, _response: Response, next: NextFunction) => {
    const session = sessionOf(request)
    Object.assign(request, { session, user: session.user })
    next()
  }
  app.get(
    '/oauth2/authorize',
    withSession,
    server.authorization(validate),
    (request: Request & { oauth2?: oauth2orize.OAuth2 }, response: Response) => {
      const transaction = `<input type="hidden" name="transaction_id" value="${request.oauth2?.transactionID}">`
      response.send(consentPage('/oauth2/decision', transaction))
    },
    server.errorHandler({ mode: 'indirect' }),
  )
  app.post(
    '/oauth2/decision',
    withSession,
    server.decision((request: Request, done) => done(null, { allow: request.body.decision === 'allow' })),
    server.errorHandler({ mode: 'indirect' }),
  )
  app.post('/oauth2/token', authenticateClient, server.token(), server.errorHandler())
  return {
    url: await listen(createServer(app)),
    organizations: async (token) => organizations(accessTokens.get(token)?.user),
  }
}

test('oauth2orize on express: what it breaks is found, and nothing else', async () => {
  const { violations, undecided } = await examine(await serveOAuth2orize())
  expect(violations).toEqual({
    // Of a parameter given twice the library takes both, and goes on.
    'AUTHZ-11': expect.stringMatching(/received a redirect to .*\?code=<code>&state=one&state=one$/),
    // unsupported_grant_type is answered with 501.
    'TOKEN-11': expect.stringMatching(/received 501 .*unsupported_grant_type/),
    // So is what it cannot read at all with 500.
    'ERROR-2': expect.stringMatching(/received 50[01] /),
    // The handlers are told of a second use as of an unknown code, so nothing is revoked.
    'TOKEN-13': expect.stringMatching(/^expected a refusal .*; received 200 /),
    // What has no redirect URI is left to express, which shows a stack trace where NODE_ENV is not production.
    'ERROR-3': expect.stringMatching(/a JavaScript stack trace in the body/),
  })
  expect(undecided).toEqual(UNDECIDED)
}, 180_000)

test('and what the standards advise beyond the contract', async () => {
  expect(await advisedOn(await serveOAuth2orize())).toEqual({
    ...ADVISED_ON_PLAIN_APP,
    pkce: 'not supported: a wrong code_verifier is taken',
    'unknown-scope': 'an unknown scope is taken without a word',
  })
}, 180_000)
