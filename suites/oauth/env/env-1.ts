import { describeAnswer, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { encodeParameters, type FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { CLIENTS } from '../../axes/askers.ts'
import { replaceAt } from '../../support/alter.ts'
import { UNKNOWN_CODE } from '../../support/unknown.ts'
import { requireProductionAnswer } from './production.ts'

/** The sandbox client asks production for tokens: with a made-up code, and with what the sandbox gave it. */
export const env1 = requirement(
  'ENV-1',
  cases('credentials', CLIENTS, async (context, clientOf) => {
    const askProduction = productionTokenEndpoint(context)
    const { id, secret, redirectUri } = clientOf(context)
    const parameters = {
      ...context.oauth.exchangeParameters(UNKNOWN_CODE),
      client_id: id,
      client_secret: secret,
      redirect_uri: redirectUri,
    }
    const sandboxClient = requireProductionAnswer(await askProduction(parameters), 'PRODUCTION_AUTH_URL')
    expect(sandboxClient).toBeRefusedTokens()
    // Every client is refused tokens for this code. Only the error tells whether production knows the client, and
    // how it words that it does not is seen with one that nobody knows.
    const unknownClient = requireProductionAnswer(
      await askProduction({
        ...parameters,
        client_id: replaceAt(replaceAt(id, id.length - 1), 0),
        client_secret: replaceAt(secret, 0),
      }),
      'PRODUCTION_AUTH_URL',
    )
    ensure(
      !isInvalidClient(unknownClient) || isInvalidClient(sandboxClient),
      'the refusal of a client that production does not know: `error` "invalid_client"',
      describeAnswer(sandboxClient),
      [unknownClient, sandboxClient],
    )
  }),
  test('a sandbox code and refresh token', async (context) => {
    const { oauth } = context
    const askProduction = productionTokenEndpoint(context)
    if (!oauth.user) throw new NotApplicableError('nobody can log in: the credentials decide')
    const code = await oauth.obtainCode()
    const exchanged = await askProduction(oauth.exchangeParameters(code))
    expect(requireProductionAnswer(exchanged, 'PRODUCTION_AUTH_URL')).toGiveNoToken()
    const { refreshToken } = await oauth.signIn()
    // Without a refresh token the code alone decides.
    if (!refreshToken) return
    const refreshed = await askProduction({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: oauth.client.id,
      client_secret: oauth.client.secret,
    })
    expect(requireProductionAnswer(refreshed, 'PRODUCTION_AUTH_URL')).toGiveNoToken()
  }),
)

/**
 * Posts forms to the token endpoint of production.
 * @throws InconclusiveError at once where it is not configured.
 */
function productionTokenEndpoint({ http, fixtures }: Context) {
  return (parameters: FormParameters): Promise<Exchange> =>
    http.send({
      method: 'POST',
      url: `${fixtures.productionAuthUrl}/oauth2/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: encodeParameters(parameters),
    })
}

function isInvalidClient(exchange: Exchange): boolean {
  return stringMember(exchange, 'error') === 'invalid_client'
}
