import type { InspectedAdvisor, InspectedDonation } from '../contract/inspector.ts'

/** The two environments of the service (contract, Environments). */
export const environmentNames = ['sandbox', 'production'] as const
/** One of `environmentNames`. */
export type EnvironmentName = (typeof environmentNames)[number]

/** A registered partner application. */
export interface Client {
  readonly id: string
  readonly secret: string
  /** Shown on the approval page. */
  readonly name: string
  /** The first is the one that the environment file names. */
  readonly redirectUris: readonly string[]
}

/** A user who can log in and approve a partner application. */
export interface User {
  /** An email address. */
  readonly username: string
  readonly password: string
}

/** A nonprofit organization. */
export interface Organization {
  /** The public id, which token responses and API paths use. */
  readonly id: string
  /** The key in the database, which the service must not reveal. */
  readonly internalId: number
  readonly name: string
  /** Usernames. Tokens act on the organizations that their user owns. */
  readonly owners: readonly string[]
  /** Usernames of those who are not owners. */
  readonly members: readonly string[]
}

/** A campaign that collects donations. */
export interface Campaign {
  readonly id: string
  readonly organizationId: string
  /** UUIDs in lower case. */
  readonly designationIds: readonly string[]
}

/** A stored donation, with field names as in JSON. An update stores a new object. */
export type Donation = Readonly<Omit<InspectedDonation, 'advisor'> & { advisor_id: string | null }>

/** A stored advisor, with field names as in JSON. Belongs to one organization. */
export type Advisor = Readonly<InspectedAdvisor & { organization_id: string }>

/** A browser session; `user` is set once somebody has logged in. */
export interface LoginSession {
  readonly id: string
  user?: User
}

/** An authorization request between its arrival and its callback. */
export interface Interaction {
  readonly id: string
  readonly session: LoginSession
  readonly client: Client
  readonly redirectUri: string
  readonly scope: string
  readonly state: string | undefined
  /** From a login page that asks for the username before the password. */
  username?: string
  decision?: 'approve' | 'decline'
  /** Whether the form that was sent last held the password. */
  afterPassword?: boolean
}

/** The access that a user's approval gave a client. All tokens issued for it refer to the same object. */
export interface Grant {
  readonly client: Client
  readonly user: User
  readonly scope: string
  readonly organizationIds: readonly string[]
  /** Number of successful refreshes. */
  refreshes: number
  /** Whether all its tokens have been revoked. */
  revoked: boolean
}

/** An authorization code. `expiresAt` is in milliseconds since the epoch. */
export interface AuthorizationCode {
  readonly value: string
  readonly grant: Grant
  /** That of the authorization request. */
  readonly redirectUri: string
  expiresAt: number
  used: boolean
}

/** An access token. `expiresAt` is in milliseconds since the epoch. */
export interface AccessToken {
  readonly value: string
  readonly grant: Grant
  expiresAt: number
}

/** A refresh token. */
export interface RefreshToken {
  readonly value: string
  readonly grant: Grant
  /** Whether a refresh has replaced it. */
  superseded: boolean
}

/** All state of one environment. Keys of the maps are ids, usernames, or the values of codes and tokens. */
export interface Store {
  readonly environment: EnvironmentName
  readonly clients: Map<string, Client>
  readonly users: Map<string, User>
  readonly organizations: Map<string, Organization>
  readonly campaigns: Map<string, Campaign>
  readonly donations: Map<string, Donation>
  readonly advisors: Map<string, Advisor>
  /** Ids of advisors, by organization and email. */
  readonly advisorIds: Map<string, string>
  readonly sessions: Map<string, LoginSession>
  readonly interactions: Map<string, Interaction>
  readonly codes: Map<string, AuthorizationCode>
  readonly accessTokens: Map<string, AccessToken>
  readonly refreshTokens: Map<string, RefreshToken>
}

/** The stores of both environments. */
export type Stores = Readonly<Record<EnvironmentName, Store>>

/** Creates a store without any records. */
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

/** Returns all stored fields of a donation, with the advisor itself instead of its id. */
export function inspectDonation(store: Store, donation: Donation): InspectedDonation {
  const { advisor_id, ...record } = donation
  const advisor = advisor_id === null ? undefined : store.advisors.get(advisor_id)
  return { ...record, advisor: advisor === undefined ? null : inspectAdvisor(advisor) }
}

/** Returns all fields of an advisor except for its organization. */
export function inspectAdvisor({ organization_id: _, ...advisor }: Advisor): InspectedAdvisor {
  return advisor
}
