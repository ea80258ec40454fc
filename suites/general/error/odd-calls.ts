import type { TargetConfig } from '../../../client/environment/config.ts'

/** A call by a method that the contract does not name for its path. */
interface OddCall {
  readonly method: string
  readonly path: (target: TargetConfig) => string
  readonly headers?: Readonly<Record<string, string>>
}

const ORGANIZATIONS = ({ apiUrl }: TargetConfig) => `${apiUrl}/v1/organizations`
const TOKEN = ({ authUrl }: TargetConfig) => `${authUrl}/oauth2/token`
const AUTHORIZE = ({ authUrl }: TargetConfig) => `${authUrl}/oauth2/authorize`

/** Nobody's: a service that knows DELETE must not be made to delete. */
const DONATION = ({ apiUrl }: TargetConfig) => `${apiUrl}/v1/donations/00000000-0000-4000-8000-000000000000`

const ORIGIN = { origin: 'https://example.com', 'access-control-request-method': 'PATCH' }

/** Unusual methods on known paths, and a malformed query; what they mean there is free, but no reason to fail. */
export const ODD_CALLS: Readonly<Record<string, OddCall>> = {
  'GET of a donation': { method: 'GET', path: DONATION },
  'HEAD of a donation': { method: 'HEAD', path: DONATION },
  'OPTIONS of a donation': { method: 'OPTIONS', path: DONATION },
  'a preflight of an update': { method: 'OPTIONS', path: DONATION, headers: ORIGIN },
  'POST of a donation': { method: 'POST', path: DONATION },
  'DELETE of a donation': { method: 'DELETE', path: DONATION },
  'HEAD of the organizations': { method: 'HEAD', path: ORGANIZATIONS },
  'OPTIONS of the organizations': { method: 'OPTIONS', path: ORGANIZATIONS },
  'a preflight of the organizations': { method: 'OPTIONS', path: ORGANIZATIONS, headers: ORIGIN },
  'PATCH of the organizations': { method: 'PATCH', path: ORGANIZATIONS },
  'GET of the token endpoint': { method: 'GET', path: TOKEN },
  'HEAD of the token endpoint': { method: 'HEAD', path: TOKEN },
  'OPTIONS of the token endpoint': { method: 'OPTIONS', path: TOKEN },
  'PUT of the token endpoint': { method: 'PUT', path: TOKEN },
  'POST without a body': { method: 'POST', path: TOKEN },
  'Basic without a colon': { method: 'POST', path: TOKEN, headers: { authorization: 'Basic bm9uZQ==' } },
  'HEAD of the authorization endpoint': { method: 'HEAD', path: AUTHORIZE },
  'OPTIONS of the authorization endpoint': { method: 'OPTIONS', path: AUTHORIZE },
  'an authorization with a malformed query': {
    method: 'GET',
    path: (target) => `${AUTHORIZE(target)}?client_id=%zz&state=%&scope=%ff`,
  },
  'an authorization with a very long state': {
    method: 'GET',
    path: (target) => `${AUTHORIZE(target)}?response_type=code&state=${'x'.repeat(4_000)}`,
  },
  'PUT of the authorization endpoint': { method: 'PUT', path: AUTHORIZE },
}
