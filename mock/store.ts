import type { InspectedAdvisor, InspectedDonation } from '../contract/inspector.ts'

export const environmentNames = ['sandbox', 'production'] as const
export type EnvironmentName = (typeof environmentNames)[number]

export interface Client {
  readonly id: string
  readonly secret: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

export interface User {
  readonly username: string
  readonly password: string
}

export interface Organization {
  /** The public id: the only one that leaves the service. */
  readonly id: string
  readonly internalId: number
  readonly name: string
  /** Usernames. Only owners can let a partner act on the organization. */
  readonly owners: readonly string[]
  readonly members: readonly string[]
}

export interface Campaign {
  readonly id: string
  readonly organizationId: string
  readonly designationIds: readonly string[]
}

/** Field names as on the wire. Replaced as a whole on update, never changed in place. */
export type Donation = Readonly<Omit<InspectedDonation, 'advisor'> & { advisor_id: string | null }>

export type Advisor = Readonly<InspectedAdvisor & { organization_id: string }>

export interface Session {
  readonly id: string
  user?: User
}

/** One authorization request on its way through login and approval. */
export interface Interaction {
  readonly id: string
  readonly session: Session
  readonly client: Client
  readonly redirectUri: string
  readonly scope: string
  readonly state: string | undefined
  /** As typed on a login page that has not seen the password yet. */
  username?: string
  decision?: 'approve' | 'decline'
}

/** What one approval gave: the client's access on behalf of the user, and every token descended from it. */
export interface Grant {
  readonly client: Client
  readonly user: User
  readonly scope: string
  readonly organizationIds: readonly string[]
  /** How often it was refreshed. */
  refreshes: number
  revoked: boolean
}

export interface AuthorizationCode {
  readonly value: string
  readonly grant: Grant
  readonly redirectUri: string
  expiresAt: number
  used: boolean
}

export interface AccessToken {
  readonly value: string
  readonly grant: Grant
  expiresAt: number
}

export interface RefreshToken {
  readonly value: string
  readonly grant: Grant
  superseded: boolean
}

/** All state of one environment. Maps are keyed by id, username or the secret value itself. */
export interface Store {
  readonly environment: EnvironmentName
  readonly clients: Map<string, Client>
  readonly users: Map<string, User>
  readonly organizations: Map<string, Organization>
  readonly campaigns: Map<string, Campaign>
  readonly donations: Map<string, Donation>
  readonly advisors: Map<string, Advisor>
  /** Ids of advisors by organization and address. */
  readonly advisorIds: Map<string, string>
  readonly sessions: Map<string, Session>
  readonly interactions: Map<string, Interaction>
  readonly codes: Map<string, AuthorizationCode>
  readonly accessTokens: Map<string, AccessToken>
  readonly refreshTokens: Map<string, RefreshToken>
}

export type Stores = Readonly<Record<EnvironmentName, Store>>

export function emptyStore(environment: EnvironmentName): Store {
  return {
    environment,
    clients: new Map(),
    users: new Map(),
    organizations: new Map(),
    campaigns: new Map(),
    donations: new Map(),
    advisors: new Map(),
    advisorIds: new Map(),
    sessions: new Map(),
    interactions: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
  }
}

/** The whole stored record of a donation with its advisor in place. */
export function inspectDonation(store: Store, donation: Donation): InspectedDonation {
  const { advisor_id, ...record } = donation
  const advisor = advisor_id === null ? undefined : store.advisors.get(advisor_id)
  return { ...record, advisor: advisor === undefined ? null : inspectAdvisor(advisor) }
}

/** An advisor as shown to the outside. */
export function inspectAdvisor({ organization_id: _, ...advisor }: Advisor): InspectedAdvisor {
  return advisor
}
