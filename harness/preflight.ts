import { describeAnswer, stringMember } from '../target/answer.ts'
import type { TargetConfig } from '../target/config.ts'
import { createHttpClient, type HttpClient } from '../target/http.ts'
import { FormBrowser } from '../target/login/form-browser.ts'
import { Logins } from '../target/logins.ts'
import { codeOf, OAuth } from '../target/oauth.ts'
import { SecretRegistry } from '../target/secrets.ts'

/**
 * Looks whether there is a service to be tested at all, so that a wrong address or a wrong password is one line
 * and not forty violations.
 * @returns what is wrong, for the person who runs the suite; undefined where the suites can start.
 */
export async function preflight(target: TargetConfig): Promise<string | undefined> {
  const secrets = new SecretRegistry()
  for (const secret of [target.client.secret, target.user?.password]) secrets.add(secret, 'secret')
  const http = createHttpClient({ secrets, limits: { headersMs: 5_000, bodyMs: 5_000 } })
  try {
    const problem = (await unreachable(http, target)) ?? (await configuration(http, target))
    return problem && secrets.redact(problem)
  } finally {
    await http.close()
  }
}

async function unreachable(http: HttpClient, target: TargetConfig): Promise<string | undefined> {
  const asked = [
    { key: 'SANDBOX_AUTH_URL', method: 'GET', url: `${target.authUrl}/oauth2/authorize` },
    { key: 'SANDBOX_API_URL', method: 'GET', url: `${target.apiUrl}/v1/organizations` },
  ]
  for (const { key, ...request } of asked) {
    const { failure } = await http.send(request)
    if (failure)
      return `${request.url} cannot be tested: ${failure.message}. Is ${key} right, and the service up?`
  }
  return undefined
}

/** Whether the user and the client are known to the service. What else goes wrong here is for the suites to judge. */
async function configuration(http: HttpClient, target: TargetConfig): Promise<string | undefined> {
  if (!target.user || target.login !== 'form') return undefined
  const logins = new Logins(() => new FormBrowser(http))
  const oauth = new OAuth(target, http, logins, target.client, target.user)
  const walk = await oauth.visit()
  if (walk.kind === 'stopped' && walk.loginRefused) {
    return `the login did not work: ${walk.why}. Check SANDBOX_USERNAME and SANDBOX_PASSWORD`
  }
  const code = codeOf(walk)
  if (code === undefined) return undefined
  const exchange = await oauth.exchange(code)
  if (stringMember(exchange, 'error') !== 'invalid_client') return undefined
  // A service that knows the client, but wants its credentials elsewhere, is the service's mistake (TOKEN-1).
  const { id, secret } = oauth.client
  const { client_id, client_secret, ...parameters } = oauth.exchangeParameters(await oauth.approve())
  const credentials = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString(
    'base64',
  )
  const basic = await oauth.token(parameters, { authorization: `Basic ${credentials}` })
  if (stringMember(basic, 'error') !== 'invalid_client') return undefined
  return `the service does not know the client: ${describeAnswer(exchange)}. Check SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET`
}
