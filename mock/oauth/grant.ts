import type { Service } from '../service.ts'
import type { Grant } from '../store.ts'

/** What a user approves: that this client acts for all organizations that they own. */
export function newGrant(
  { store, policies }: Pick<Service, 'store' | 'policies'>,
  approved: Pick<Grant, 'client' | 'user' | 'scope'>,
): Grant {
  const organizations = policies.token.eligibleOrganizations(store, approved.user)
  return { ...approved, organizationIds: organizations.map(({ id }) => id), refreshes: 0, revoked: false }
}

/** Stores a code that the client gets tokens for, once and within its lifetime, and returns it. */
export function newCode(
  { store, policies: { authorization }, clock }: Pick<Service, 'store' | 'policies' | 'clock'>,
  grant: Grant,
  redirectUri: string,
): string {
  const value = authorization.newCode(store, grant)
  const expiresAt = clock.now() + authorization.codeLifetimeSeconds * 1000
  authorization.saveCode(store, { value, grant, redirectUri, expiresAt, used: false })
  return value
}
