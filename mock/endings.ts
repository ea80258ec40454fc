import type { Store } from './store.ts'

/** Expires an authorization code at once. Returns whether the store has it. */
export function expireCode(store: Store, code: string): boolean {
  return expire(store.codes.get(code))
}

/** Expires an access token at once. Returns whether the store has it. */
export function expireAccessToken(store: Store, token: string): boolean {
  return expire(store.accessTokens.get(token))
}

/** Revokes a refresh token and its whole grant. Returns whether the store has it. */
export function revokeRefreshToken(store: Store, token: string): boolean {
  const found = store.refreshTokens.get(token)
  if (found !== undefined) found.grant.revoked = true
  return found !== undefined
}

function expire(token: { expiresAt: number } | undefined): boolean {
  if (token !== undefined) token.expiresAt = 0
  return token !== undefined
}
