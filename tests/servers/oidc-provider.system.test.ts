import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { beforeAll, expect, test, vi } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { suites } from '../../suites/index.ts'
import { listen } from '../client/login/site.ts'
import { chromiumPath } from '../system/chromium.ts'
import { callback, igOrganizations, organizations } from './accounts.ts'
import { advisedOn, examine, type Served, targetOf, UNDECIDED } from './examine.ts'

// it prints its advice for production use
beforeAll(() => {
  for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})

/** Plain OAuth 2.0 with the server's own login and consent pages; what the contract adds is put around it. */
async function serveProvider(): Promise<Served> {
  const server = createServer()
  const url = await listen(server)
  const client = (client_id: string) => ({
    client_id,
    client_secret: `${client_id}-secret`,
    redirect_uris: [callback],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'client_secret_post' as const,
    scope: 'donations',
  })
  const provider = new Provider(url, {
    clients: [client('partner'), client('other-partner')],
    scopes: ['donations'],
    routes: { authorization: '/oauth2/authorize', token: '/oauth2/token' },
    pkce: { required: () => false },
    allowOmittingSingleRegisteredRedirectUri: false,
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    ttl: { AuthorizationCode: 60, AccessToken: 3600, RefreshToken: 86_400 },
  })
  const userOf = async (token: string) => (await provider.AccessToken.find(token))?.accountId
  provider.use(async (context, next) => {
    if (context.path === '/oauth2/authorize' && !context.query.scope) {
      context.status = 400
      context.body = 'a scope is required'
      return
    }
    await next()
    const { body } = context
    if (context.path !== '/oauth2/token' || typeof body !== 'object' || !('access_token' in body)) return
    const ig_organizations = igOrganizations(await userOf(String(body.access_token)))
    context.body = { ...body, ig_organizations }
  })
  server.on('request', provider.callback())
  return { url, organizations: async (token) => organizations(await userOf(token)) }
}

test('a service that nobody here wrote, by form login: what it breaks is found, and nothing else', async () => {
  const { violations, undecided } = await examine(await serveProvider())
  expect(violations).toEqual({
    // `response_type=code code` is taken for the set of the word `code`; the contract wants `code` and nothing else.
    'AUTHZ-4': expect.stringMatching(
      /^expected no redirect that carries a code or a token; received a redirect /,
    ),
  })
  expect(undecided).toEqual(UNDECIDED)
}, 180_000)

test('and by a real browser', async () => {
  const target = await targetOf(await serveProvider(), {
    SANDBOX_LOGIN: 'browser',
    SANDBOX_BROWSER: chromiumPath(),
  })
  const only = ['AUTHZ-1', 'AUTHZ-10', 'TOKEN-1', 'ORG-4', 'REFRESH-1'] as const
  const { requirements } = await runOnThrowaway({ target, seed: 1, runs: 1, strict: true, only }, suites)
  expect(requirements.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual(
    only.map((id) => [id, 'pass', undefined]),
  )
}, 180_000)

test('and what the standards advise beyond the contract', async () => {
  expect(await advisedOn(await serveProvider())).toMatchInlineSnapshot(`
    {
      "callback-fragment": "no fragment in the callback",
      "client-secret-length": "14 characters, 84 bits at most",
      "content-security-policy": "no Content-Security-Policy on a page behind the login; no Content-Security-Policy on the login page",
      "cookie-secure": "cookie _interaction without Secure; cookie _interaction_resume without Secure; cookie _session without Secure",
      "framing": "neither frame-ancestors nor X-Frame-Options on a page behind the login; neither frame-ancestors nor X-Frame-Options on the login page",
      "open-redirect": "an unknown response_type: sent on to the redirect URI before any login; an unknown scope: kept at the service; no scope: kept at the service",
      "referrer-policy": "no Referrer-Policy on a page behind the login; no Referrer-Policy on the login page",
      "token-pragma": "no Pragma",
    }
  `)
}, 180_000)
