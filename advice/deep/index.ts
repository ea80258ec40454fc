import { authorizationProbes } from './authorization.ts'
import { pkceProbes } from './pkce.ts'
import { tokenEndpointProbes } from './token-endpoint.ts'
import { transportProbes } from './transport.ts'

/** Every advice that takes requests of its own, in the order of reports, which is that in which they are sent. */
export const deepProbes = {
  ...pkceProbes,
  ...authorizationProbes,
  ...tokenEndpointProbes,
  ...transportProbes,
}
