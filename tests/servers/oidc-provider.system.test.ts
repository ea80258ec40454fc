import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { beforeAll, expect, test, vi } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { runDirectly } from '../../harness/engine/in-process.ts'
import { listen } from '../client/login/site.ts'
import { chromiumPath } from '../reports/html/chromium.ts'
import { serveDonations } from './donation-api.ts'
import '../../suites/index.ts'

// it prints its advice for production use
beforeAll(() => {
  for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})

const callback = 'https://partner.example.org/callback'
const organizationsOf: Readonly<Record<string, readonly string[]>> = {
  owner: ['charity-1'],
  several: ['charity-1', 'charity-2'],
  nobody: [],
}

/** Plain OAuth 2.0 with the server's own login and consent pages; what the contract adds is put around it. */
async function serveProvider() {
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
  const organizations = async (token: string) => {
    const found = await provider.AccessToken.find(token)
    return found?.accountId === undefined ? undefined : (organizationsOf[found.accountId] ?? [])
  }
  provider.use(async (context, next) => {
    if (context.path === '/oauth2/authorize' && !context.query.scope) {
      context.status = 400
      context.body = 'a scope is required'
      return
    }
    await next()
    const { body } = context
    if (context.path !== '/oauth2/token' || typeof body !== 'object' || !('access_token' in body)) return
    const ids = (await organizations(String(body.access_token))) ?? []
    context.body = { ...body, ig_organizations: ids.map((id) => ({ id, name: `The ${id}` })) }
  })
  server.on('request', provider.callback())
  return { url, organizations }
}

async function serveTarget(login: Record<string, string>) {
  const { url, organizations } = await serveProvider()
  const api = await serveDonations('charity-1', organizations)
  return readEnvironment({
    processEnv: {
      SANDBOX_AUTH_URL: url,
      SANDBOX_API_URL: api.url,
      SANDBOX_CLIENT_ID: 'partner',
      SANDBOX_CLIENT_SECRET: 'partner-secret',
      SANDBOX_REDIRECT_URI: callback,
      SANDBOX_SCOPE: 'donations',
      SANDBOX_USERNAME: 'owner',
      SANDBOX_PASSWORD: 'any password does',
      SANDBOX_NO_ORG_USERNAME: 'nobody',
      SANDBOX_NO_ORG_PASSWORD: 'any password does',
      SANDBOX_MULTI_ORG_USERNAME: 'several',
      SANDBOX_MULTI_ORG_PASSWORD: 'any password does',
      SANDBOX_OTHER_CLIENT_ID: 'other-partner',
      SANDBOX_OTHER_CLIENT_SECRET: 'other-partner-secret',
      SANDBOX_PLEDGED_DONATION_IDS: api.pledged.join(),
      SANDBOX_NON_PLEDGED_DONATION_IDS: api.other.join(),
      SANDBOX_FOREIGN_DONATION_ID: api.foreign,
      SANDBOX_DESIGNATION_IDS: api.designations.join(),
      SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID: api.otherDesignation,
      ...login,
    },
  })
}

test('a service that nobody here wrote keeps the contract, by form login', async () => {
  const target = await serveTarget({})
  const { requirements } = await runDirectly({ target, seed: 1, runs: 2, strict: true })
  const wrong = requirements.filter(({ verdict }) => /fail|warn|error/.test(verdict))
  expect(wrong.map(({ id, reason, violations }) => [id, reason, violations[0]])).toEqual([])
  const undecided = requirements.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id)
  // no production, no expired or revoked token, nothing that only an inspector shows
  expect(undecided.join(' ')).toBe('ENV-1 ENV-2 ENV-3 TOKEN-6 REFRESH-6 BEARER-3 DESIGNATION-7 ADVISOR-7')
}, 60_000)

test('and by a real browser', async () => {
  const target = await serveTarget({ SANDBOX_LOGIN: 'browser', SANDBOX_BROWSER: chromiumPath() })
  const only = ['AUTHZ-1', 'AUTHZ-10', 'TOKEN-1', 'ORG-4', 'REFRESH-1'] as const
  const { requirements } = await runDirectly({ target, seed: 1, runs: 1, strict: true, only })
  expect(requirements.map(({ id, verdict, reason }) => [id, verdict, reason])).toEqual(
    only.map((id) => [id, 'pass', undefined]),
  )
}, 60_000)
