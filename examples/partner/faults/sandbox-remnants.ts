import type { Fault } from './fault.ts'
import { askingWith, inProduction } from './remembered-sandbox.ts'
import { changeApiRequests, changeTokenRequests } from './requests.ts'

/** Production is as it should be, and something of the sandbox goes along with it. */
export const sandboxRemnantFaults: readonly Fault[] = [
  {
    id: 'partner-17-sandbox-secret-with-calls',
    requirement: 'PARTNER-17',
    description: 'Beside the token, calls of production carry the client secret of the sandbox in a header.',
    apply: inProduction(({ clientSecret }) =>
      changeApiRequests(({ headers }) => headers.set('x-client-secret', clientSecret)),
    ),
  },
  {
    id: 'partner-17-sandbox-secret-packed',
    requirement: 'PARTNER-17',
    description: 'Calls of production carry a record in base64, in which the secret is that of the sandbox.',
    apply: inProduction(({ clientSecret }) =>
      changeApiRequests(({ headers }) =>
        headers.set('x-trace', Buffer.from(JSON.stringify({ v: 1, clientSecret })).toString('base64url')),
      ),
    ),
  },
  {
    id: 'partner-17-sandbox-client-with-calls',
    requirement: 'PARTNER-17',
    description: 'Beside the token, calls of production carry the client id of the sandbox in a header.',
    apply: inProduction(({ clientId }) =>
      changeApiRequests(({ headers }) => headers.set('x-client-id', clientId)),
    ),
  },
  {
    id: 'partner-17-sandbox-client-beside-own',
    requirement: 'PARTNER-17',
    description: 'Token requests of production name the client of the sandbox in a further parameter.',
    apply: inProduction(({ clientId }) =>
      changeTokenRequests(({ form }) => form.set('on_behalf_of', clientId)),
    ),
  },
  {
    id: 'partner-17-sandbox-audience',
    requirement: 'PARTNER-17',
    description: 'Refreshes of production ask for tokens for the API of the sandbox.',
    apply: inProduction(({ apiUrl }) =>
      changeTokenRequests(({ form }) => form.set('audience', `${apiUrl}/v1`), 'refresh_token'),
    ),
  },
  {
    id: 'partner-17-sandbox-redirect-uri-beside-own',
    requirement: 'PARTNER-17',
    description:
      'The authorization request of production names the redirect URI of the sandbox as a fallback.',
    apply: inProduction(({ redirectUri }) => askingWith({ fallback_uri: redirectUri })),
  },
]
