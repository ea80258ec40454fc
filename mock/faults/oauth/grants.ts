import type { Grant, RefreshToken, Store } from '../../store.ts'

/** Forgets the access tokens that were issued under a grant. */
export function dropAccessTokens(store: Store, grant: Grant): void {
  for (const { value, grant: of } of store.accessTokens.values()) {
    if (of === grant) store.accessTokens.delete(value)
  }
}

/** Forgets the refresh tokens that were issued under a grant. */
export function dropRefreshTokens(store: Store, grant: Grant): void {
  for (const { value, grant: of } of store.refreshTokens.values()) {
    if (of === grant) store.refreshTokens.delete(value)
  }
}

/** Forgets all tokens of a grant. New ones can still be issued under it. */
export function dropTokens(store: Store, grant: Grant): void {
  dropAccessTokens(store, grant)
  dropRefreshTokens(store, grant)
}

/** A grant that nobody gave: every organization, for the first client and user. */
export function grantOnEverything({ clients, users, organizations }: Store): Grant {
  const [client] = clients.values()
  const [user] = users.values()
  if (client === undefined || user === undefined) throw new Error('an empty store has nobody to act for')
  return { client, user, scope: '', organizationIds: [...organizations.keys()], refreshes: 0, revoked: false }
}

/** Remembers in which turn of its chain each refresh token was issued: 0 for the one of the code exchange. */
export function chainTurns() {
  const turns = new WeakMap<RefreshToken, number>()
  return {
    note: (token: RefreshToken) => void turns.set(token, token.grant.refreshes),
    /** How many newer refresh tokens there are in the chain. */
    age: (token: RefreshToken) => token.grant.refreshes - (turns.get(token) ?? 0),
  }
}
