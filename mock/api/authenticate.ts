import type { HttpRequest } from '../http.ts'
import type { Service } from '../service.ts'
import type { Grant } from '../store.ts'
import { Rejected } from './rejected.ts'

/**
 * Finds the grant that a request's bearer token was issued under (RFC 6750 §2.1).
 * @throws Rejected where the token is missing, unknown, revoked or expired
 */
export function authenticate({ store, clock, policies }: Service, request: HttpRequest): Grant {
  const { bearer } = policies
  const value = bearer.readToken(request)
  if (value === undefined) throw new Rejected('no-token', 'A bearer token is required.')
  const token = bearer.findAccessToken(store, value, request)
  if (token === undefined || bearer.accessTokenRevoked(token, store, request))
    throw new Rejected('invalid-token', 'The access token is unknown or was revoked.')
  if (bearer.accessTokenExpired(token, clock.now(), request))
    throw new Rejected('expired-token', 'The access token has expired.')
  return token.grant
}
