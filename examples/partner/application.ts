import { allowInsecureRequests, ClientSecretPost, Configuration, customFetch } from 'openid-client'
import type { Policies } from './policies/index.ts'
import type { Settings } from './settings.ts'

/** What the parts of the application share. */
export interface Application {
  readonly settings: Settings
  readonly policies: Policies
  /** This application as a client of the authorization server. */
  readonly oauth: Configuration
}

/** Puts the application together; nothing is sent yet. */
export function application(settings: Settings, policies: Policies): Application {
  const { authUrl, clientId, clientSecret } = settings
  const server = {
    issuer: authUrl,
    authorization_endpoint: `${authUrl}/oauth2/authorize`,
    token_endpoint: `${authUrl}/oauth2/token`,
  }
  const oauth = new Configuration(server, clientId, undefined, ClientSecretPost(clientSecret))
  oauth[customFetch] = (url, { method, headers, redirect, body = null, signal = null }) =>
    policies.wire.token(url, { method, headers, redirect, body, signal })
  // A service on this machine has no certificate; the library insists on https elsewhere.
  if (new URL(authUrl).protocol === 'http:') allowInsecureRequests(oauth)
  return { settings, policies, oauth }
}
