import type { ClientCredentials } from '../../../client/environment/config.ts'
import { describeAnswer, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { encodeParameters, type FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  axis,
  type Context,
  cases,
  covering,
  ensure,
  expect,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { CLIENTS } from '../../axes/askers.ts'
import { EXTREME_OWNERS_AXIS } from '../../axes/holders.ts'
import { requireAsker, sharedTokens } from '../../axes/tokens.ts'
import { replaceAt } from '../../support/alter.ts'
import { basicAuthorization } from '../../support/credentials.ts'
import { UNKNOWN_CLIENT_ID, UNKNOWN_CODE, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'
import { requireProductionAnswer } from './production.ts'

type Credentials = Pick<ClientCredentials, 'id' | 'secret' | 'redirectUri'>

interface Asked {
  readonly parameters: FormParameters
  readonly authorization?: string
}

/** A client that no environment knows. */
const NOBODY: Credentials = {
  id: UNKNOWN_CLIENT_ID,
  secret: 'never-issued',
  redirectUri: 'https://partner.example/callback',
}

/** How a client says who it is, and what it asks for: each may be checked in a place of its own. */
const WAYS: Readonly<Record<string, (credentials: Credentials) => Asked>> = {
  'a code': ({ id, secret, redirectUri }) => ({
    parameters: {
      grant_type: 'authorization_code',
      code: UNKNOWN_CODE,
      client_id: id,
      client_secret: secret,
      redirect_uri: redirectUri,
    },
  }),
  'a code, by HTTP Basic': ({ id, secret, redirectUri }) => ({
    parameters: { grant_type: 'authorization_code', code: UNKNOWN_CODE, redirect_uri: redirectUri },
    authorization: basicAuthorization({ id, secret }),
  }),
  'a refresh': ({ id, secret }) => ({
    parameters: {
      grant_type: 'refresh_token',
      refresh_token: UNKNOWN_REFRESH_TOKEN,
      client_id: id,
      client_secret: secret,
    },
  }),
  // Not of the contract, and known to many servers: nothing but the client is checked.
  'nothing but itself': ({ id, secret }) => ({
    parameters: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
  }),
}

/** Which client asks in which undocumented way: each client in one of them. */
const ASKS_OTHERWISE: Readonly<Record<string, keyof typeof CLIENTS>> = {
  'a code, by HTTP Basic': 'first client',
  'a refresh': 'first client',
  'nothing but itself': 'second client',
}

/** The sandbox client asks production for tokens: with a made-up code, and with what the sandbox gave it. */
export const env1 = requirement(
  'ENV-1',
  covering(
    'credentials',
    { client: axis('client', CLIENTS), way: axis('asked for', WAYS) },
    async (context, { client: clientOf, way }) => {
      const askProduction = productionTokenEndpoint(context)
      const client = clientOf(context)
      const ask = (credentials: Credentials) => {
        const { parameters, authorization } = way(credentials)
        return askProduction(parameters, authorization)
      }
      const sandboxClient = await ask(client)
      expect(sandboxClient).toBeRefusedTokens()
      // Every client is refused tokens for this code. Only the error tells whether production knows the client, and
      // how it words that it does not is seen with one that nobody knows.
      const unknownClient = await ask({
        ...client,
        id: replaceAt(replaceAt(client.id, client.id.length - 1), 0),
        secret: replaceAt(client.secret, 0),
      })
      ensure(
        !isInvalidClient(unknownClient) || isInvalidClient(sandboxClient),
        'the refusal of a client that production does not know: `error` "invalid_client"',
        describeAnswer(sandboxClient),
        [unknownClient, sandboxClient],
      )
    },
    { except: ({ client, way }) => way !== 'a code' && ASKS_OTHERWISE[way ?? ''] !== client },
  ),
  test('a sandbox code', async (context) => {
    const { oauth } = context
    const askProduction = productionTokenEndpoint(context)
    if (!oauth.user) throw new NotApplicableError('nobody can log in: the credentials decide')
    const exchanged = await askProduction(oauth.exchangeParameters(await oauth.obtainCode()))
    expect(exchanged).toGiveNoToken()
  }),
  cases('a sandbox refresh token', EXTREME_OWNERS_AXIS.values, async (context, holder) => {
    const askProduction = productionTokenEndpoint(context)
    if (!context.canLogIn) throw new NotApplicableError('no refresh token of its own without a login')
    const { asker, refreshToken } = requireAsker(await sharedTokens(context, holder))
    // Where both environments have one store, an attempt that is refused may end the grant: nobody else needs it then.
    await context.alone()
    const refreshed = await askProduction(asker.refreshParameters(refreshToken))
    expect(refreshed).toGiveNoToken()
  }),
)

/**
 * Posts forms to the token endpoint of production, which must answer them.
 * @throws InconclusiveError at once where it is not configured.
 */
function productionTokenEndpoint(context: Context) {
  const { http, fixtures } = context
  const send = (parameters: FormParameters, authorization?: string): Promise<Exchange> =>
    http.send({
      method: 'POST',
      url: `${fixtures.productionAuthUrl}/oauth2/token`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(authorization !== undefined && { authorization }),
      },
      body: encodeParameters(parameters),
    })
  const asNobody = () => send(WAYS['a code']?.(NOBODY).parameters ?? {})
  return async (parameters: FormParameters, authorization?: string) =>
    requireProductionAnswer(context, await send(parameters, authorization), 'PRODUCTION_AUTH_URL', asNobody)
}

function isInvalidClient(exchange: Exchange): boolean {
  return stringMember(exchange, 'error') === 'invalid_client'
}
