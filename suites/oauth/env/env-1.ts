import { describeAnswer, stringMember } from '../../../client/http/answer.ts'
import { encodeParameters, type FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { replaceAt } from '../../support/alter.ts'
import { requireThere } from './production.ts'

const UNKNOWN_CODE = 'never-issued-0f1e2d3c4b5a69788796a5b4c3d2e1f0'

export const env1 = requirement(
  'ENV-1',
  test('credentials', async ({ http, oauth, productionAuthUrl }) => {
    const ask = (client_id: string, client_secret: string) =>
      http.send({
        method: 'POST',
        url: `${productionAuthUrl}/oauth2/token`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: encodeParameters({ ...oauth.exchangeParameters(UNKNOWN_CODE), client_id, client_secret }),
      })
    const { id, secret } = oauth.client
    const known = requireThere(await ask(id, secret), 'PRODUCTION_AUTH_URL')
    expect(known).toBeRefusedTokens()
    // With a code that nobody issued, every client is refused. One that production authenticates is refused for the
    // code; one that it does not know, of the same form, is refused for itself.
    const nobody = await ask(replaceAt(replaceAt(id, id.length - 1), 0), replaceAt(secret, 0))
    const errors = [known, nobody].map((exchange) => stringMember(exchange, 'error'))
    ensure(
      errors[1] !== 'invalid_client' || errors[0] === 'invalid_client',
      'the refusal of a client that production does not know: `error` "invalid_client"',
      describeAnswer(known),
      [nobody, known],
    )
  }),
  test('a sandbox code and refresh token', async ({ http, oauth, productionAuthUrl }) => {
    if (!oauth.user) throw new NotApplicableError('nobody can log in: the credentials decide')
    const url = `${productionAuthUrl}/oauth2/token`
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const ask = (parameters: FormParameters) =>
      http.send({ method: 'POST', url, headers, body: encodeParameters(parameters) })
    const first = await ask(oauth.exchangeParameters(await oauth.obtainCode()))
    expect(requireThere(first, 'PRODUCTION_AUTH_URL')).toGiveNoToken()
    const { refreshToken } = await oauth.signIn()
    const client = { client_id: oauth.client.id, client_secret: oauth.client.secret }
    if (!refreshToken) return
    expect(await ask({ grant_type: 'refresh_token', refresh_token: refreshToken, ...client })).toGiveNoToken()
  }),
)
