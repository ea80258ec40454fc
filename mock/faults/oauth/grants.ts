import type { TokenPolicies } from '../../policies/token.ts'
import type { Grant, RefreshToken, Store } from '../../store.ts'

/** Deletes all access tokens of a grant from the store. */
export function dropAccessTokens(store: Store, grant: Grant): void {
  for (const { value, grant: of } of store.accessTokens.values()) {
    if (of === grant) store.accessTokens.delete(value)
  }
}

/** Deletes all refresh tokens of a grant from the store. */
export function dropRefreshTokens(store: Store, grant: Grant): void {
  for (const { value, grant: of } of store.refreshTokens.values()) {
    if (of === grant) store.refreshTokens.delete(value)
  }
}

/** Deletes all tokens of a grant from the store. New ones can still be issued for it. */
export function dropTokens(store: Store, grant: Grant): void {
  dropAccessTokens(store, grant)
  dropRefreshTokens(store, grant)
}

/**
 * Builds a grant that no user approved: for the first client and user, on all organizations.
 * @throws Error where the store has no client or user
 */
export function grantOnEverything({ clients, users, organizations }: Store): Grant {
  const [client] = clients.values()
  const [user] = users.values()
  if (client === undefined || user === undefined) throw new Error('an empty store has nobody to act for')
  return { client, user, scope: '', organizationIds: [...organizations.keys()], refreshes: 0, revoked: false }
}

/** Creates a register that tells how many refreshes ago a refresh token was issued. */
export function chainTurns() {
  const turns = new WeakMap<RefreshToken, number>()
  return {
    /** Call when the token is issued. */
    note: (token: RefreshToken) => void turns.set(token, token.grant.refreshes),
    /** Number of refreshes since the token was issued. */
    age: (token: RefreshToken) => token.grant.refreshes - (turns.get(token) ?? 0),
  }
}

/** Notes whose tokens were ended since a code or a refresh token came twice. Wraps the policies that end them. */
export function notingReuse({
  afterCodeReuse,
  afterRefreshTokenReuse,
}: Pick<TokenPolicies, 'afterCodeReuse' | 'afterRefreshTokenReuse'>) {
  const ended = new WeakSet<Grant>()
  const policies: Pick<TokenPolicies, 'afterCodeReuse' | 'afterRefreshTokenReuse'> = {
    afterCodeReuse(code, store) {
      ended.add(code.grant)
      afterCodeReuse(code, store)
    },
    afterRefreshTokenReuse(token, store) {
      ended.add(token.grant)
      afterRefreshTokenReuse(token, store)
    },
  }
  return { policies, hasEnded: (grant: Grant) => ended.has(grant) }
}
