import type { Connection, Organization } from '../customers.ts'

/** Decisions about which organization a connection acts for (contract, Authentication, item 6). */
export interface OrganizationPolicies {
  /** The organization of a new connection, as long as the user has not picked one. */
  first(organizations: readonly Organization[]): string | null
  /** Takes the user's pick; false where it is none of theirs. */
  choose(connection: Connection, id: string): boolean
  /** Whether a donation may be updated for this connection. */
  mayUpdate(connection: Connection): boolean
  /** What a user without organizations is told; null for all others. */
  contact(organizations: readonly Organization[]): string | null
}

/** The only organization is taken, of several the user picks one, and without any nothing is done. */
export const organizationPolicies: OrganizationPolicies = {
  first: (organizations) => (organizations.length === 1 ? (organizations[0]?.id ?? null) : null),
  choose(connection, id) {
    if (!connection.organizations.some((organization) => organization.id === id)) return false
    connection.organizationId = id
    return true
  },
  mayUpdate: ({ organizationId }) => organizationId !== null,
  contact: (organizations) =>
    organizations.length === 0
      ? 'Your account owns no organization. Please contact the operator of the giving platform.'
      : null,
}
