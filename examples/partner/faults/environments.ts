import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import { straightToService } from '../variants/straight.ts'
import type { Fault } from './fault.ts'
import { askingWith, inProduction, rememberedIn } from './remembered-sandbox.ts'
import { changeApiRequests, changeTokenRequests } from './requests.ts'

/** The refresh token that the sandbox had last, which it leaves behind as well. */
const tokenFile = () => `${rememberedIn()}.token`

const refreshed = z.object({ refresh_token: z.string() })

const keepingRefreshTokens = replace('wire', ({ token }) => ({
  async token(url, init) {
    const response = await token(url, init)
    const { data } = refreshed.safeParse(await response.clone().json())
    if (data) writeFileSync(tokenFile(), data.refresh_token, { mode: 0o600 })
    return response
  },
}))

/** Sent as the application starts, before anybody uses it. */
function refreshAtStart(): void {
  const { DONATION_AUTH_URL: authUrl, DONATION_CLIENT_ID: id, DONATION_CLIENT_SECRET: secret } = process.env
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: readFileSync(tokenFile(), 'utf8'),
    client_id: id ?? '',
    client_secret: secret ?? '',
  })
  fetch(`${authUrl}/oauth2/token`, { method: 'POST', body }).catch(() => undefined)
}

const authorizingAt = (origin: string) =>
  replace('pages', ({ authorize }) => ({
    authorize: (c, url) => authorize(c, new URL(url.pathname + url.search, origin)),
  }))

const tokenRequestsTo = (origin: string) =>
  changeTokenRequests((request) => {
    request.url = new URL(request.url.pathname, origin)
  })

const callsTo = (origin: string) =>
  changeApiRequests((request) => {
    request.url = new URL(request.url.pathname, origin)
  })

const tokenRequestsWith = (fields: Readonly<Record<string, string>>) =>
  changeTokenRequests(({ form }) => {
    for (const [name, value] of Object.entries(fields)) if (form.has(name)) form.set(name, value)
  })

/** Sends what production did not answer once more, to the sandbox. */
const fallingBackTo = (origin: string, grantType: string): PolicyChange =>
  replace('wire', ({ token }) => ({
    async token(url, init) {
      const response = await token(url, init)
      const isOf = new URLSearchParams(String(init.body)).get('grant_type') === grantType
      return isOf && response.status >= 500 ? token(`${origin}${new URL(url).pathname}`, init) : response
    },
  }))

export const environmentFaults: readonly Fault[] = [
  {
    id: 'partner-17-sandbox-client',
    requirement: 'PARTNER-17',
    description: 'Production uses the client id and the secret of the sandbox.',
    apply: inProduction(({ clientId, clientSecret }) =>
      combine(
        askingWith({ client_id: clientId }),
        tokenRequestsWith({ client_id: clientId, client_secret: clientSecret }),
      ),
    ),
  },
  {
    id: 'partner-17-sandbox-secret',
    requirement: 'PARTNER-17',
    description: 'Production has its own client id and the secret of the sandbox.',
    apply: inProduction(({ clientSecret }) => tokenRequestsWith({ client_secret: clientSecret })),
  },
  {
    id: 'partner-17-sandbox-client-at-authorization',
    requirement: 'PARTNER-17',
    description:
      'The page that leads to the authorization endpoint has the client id of the sandbox built in.',
    apply: inProduction(({ clientId }) => askingWith({ client_id: clientId })),
  },
  {
    id: 'partner-17-sandbox-redirect-uri',
    requirement: 'PARTNER-17',
    description: 'Production comes back to the redirect URI of the sandbox.',
    apply: inProduction(({ redirectUri }) =>
      combine(askingWith({ redirect_uri: redirectUri }), tokenRequestsWith({ redirect_uri: redirectUri })),
    ),
  },
  {
    id: 'partner-17-sandbox-authorization',
    requirement: 'PARTNER-17',
    description: 'Production sends its users to the authorization endpoint of the sandbox.',
    apply: inProduction(({ authUrl }) => authorizingAt(authUrl)),
  },
  {
    id: 'partner-17-sandbox-tokens',
    requirement: 'PARTNER-17',
    description: 'Production exchanges its codes at the token endpoint of the sandbox.',
    apply: inProduction(({ authUrl }) => tokenRequestsTo(authUrl)),
  },
  {
    id: 'partner-17-sandbox-api',
    requirement: 'PARTNER-17',
    description: 'Production sends its updates, and its tokens with them, to the API of the sandbox.',
    apply: inProduction(({ apiUrl }) => callsTo(apiUrl)),
  },
  {
    id: 'partner-17-sandbox-refresh',
    requirement: 'PARTNER-17',
    description: 'Production begins as it should, and refreshes at the sandbox.',
    apply: inProduction(({ authUrl }) =>
      changeTokenRequests((request) => {
        request.url = new URL(request.url.pathname, authUrl)
      }, 'refresh_token'),
    ),
  },
  {
    id: 'partner-17-sandbox-where-exchange-fails',
    requirement: 'PARTNER-17',
    description:
      'A code that production cannot take for now goes to the sandbox, with the secret of production.',
    apply: inProduction(({ authUrl }) => fallingBackTo(authUrl, 'authorization_code')),
  },
  {
    id: 'partner-17-sandbox-where-refresh-fails',
    requirement: 'PARTNER-17',
    description: 'A refresh that production cannot answer for now goes to the sandbox.',
    apply: inProduction(({ authUrl }) => fallingBackTo(authUrl, 'refresh_token')),
  },
  {
    id: 'partner-17-all-of-sandbox',
    requirement: 'PARTNER-17',
    description: 'Production is the sandbox under another name: every setting is that of the first start.',
    apply: inProduction(({ authUrl, apiUrl, clientId, clientSecret, redirectUri }) => {
      const fields = { client_id: clientId, client_secret: clientSecret, redirect_uri: redirectUri }
      const { client_secret: _, ...asked } = fields
      return combine(
        askingWith(asked),
        authorizingAt(authUrl),
        tokenRequestsTo(authUrl),
        tokenRequestsWith(fields),
        callsTo(apiUrl),
      )
    }),
  },
  {
    id: 'partner-17-sandbox-token-at-start',
    requirement: 'PARTNER-17',
    description: 'Production starts with the connections of the sandbox, and refreshes the last of them.',
    apply(policies) {
      if (process.env.DONATION_ENVIRONMENT !== 'production') return keepingRefreshTokens(policies)
      refreshAtStart()
      return policies
    },
  },
  {
    id: 'partner-17-client-for-second-flow',
    requirement: 'PARTNER-17',
    description: 'Who is connected in production and connects again is sent with the client of the sandbox.',
    apply: inProduction(({ clientId }) =>
      replace('pages', ({ authorize }) => ({
        authorize(c, url) {
          if (c.var.customer.connection) url.searchParams.set('client_id', clientId)
          return authorize(c, url)
        },
      })),
    ),
  },
  {
    id: 'partner-17-api-for-advisors',
    requirement: 'PARTNER-17',
    description: 'In production, updates with an advisor go to the API of the sandbox.',
    apply: inProduction(({ apiUrl }) =>
      changeApiRequests((request) => {
        if (/"advisor"/.test(request.body)) request.url = new URL(request.url.pathname, apiUrl)
      }),
    ),
  },
  {
    id: 'partner-17-sandbox-client-in-header',
    requirement: 'PARTNER-17',
    description: 'Beside the right form, production sends the credentials of the sandbox by HTTP Basic.',
    apply: inProduction(({ clientId, clientSecret }) =>
      changeTokenRequests(({ headers }) => {
        headers.set('authorization', `Basic ${btoa(`${clientId}:${clientSecret}`)}`)
      }),
    ),
  },
  {
    id: 'partner-17-sandbox-secret-in-header',
    requirement: 'PARTNER-17',
    description: 'Production sends HTTP Basic with its own client id and the secret of the sandbox.',
    apply: inProduction(({ clientSecret }) =>
      changeTokenRequests(({ headers, form }) => {
        headers.set(
          'authorization',
          `Basic ${btoa([form.get('client_id') ?? '', clientSecret].map(encodeURIComponent).join(':'))}`,
        )
      }),
    ),
  },
  {
    id: 'partner-17-client-in-reconnect-link',
    requirement: 'PARTNER-17',
    description:
      'In production, an update that needs a new approval leads to it with the client of the sandbox.',
    apply: inProduction(({ clientId }) =>
      straightToService(({ searchParams }) => searchParams.set('client_id', clientId)),
    ),
  },
]
