import { randomUUID } from 'node:crypto'
import { newCode, newGrant } from './oauth/grant.ts'
import { issueTokens } from './oauth/token.ts'
import type { Issued } from './policies/token.ts'
import type { Service } from './service.ts'
import type { Campaign, Donation, Grant, Store } from './store.ts'

/** A user of the sandbox besides those that every mock has. */
export interface UserSetup {
  /** An email address. */
  readonly username: string
  readonly password: string
  /** Names of organizations that are made for this user, who owns them. Default: none. */
  readonly organizations?: readonly string[]
}

/** A donation of the sandbox besides those that every mock has. Fields that are left out are empty. */
export interface DonationSetup
  extends Partial<Omit<Donation, 'advisor_id' | 'campaign_id' | 'organization_id'>> {
  /** The name of the organization that it is given to, whether the mock has it or a user above. */
  readonly organization: string
}

const EMPTY: Omit<Donation, 'id' | 'organization_id' | 'campaign_id'> = {
  status: 'pledged',
  donor_first_name: '',
  donor_last_name: '',
  donor_email: '',
  donor_address_line_1: '',
  donor_address_line_2: '',
  donor_city: '',
  donor_province: '',
  donor_postal_code: '',
  donor_country: '',
  designation_id: null,
  memo: '',
  quantity: null,
  identifier: null,
  source: null,
  advisor_id: null,
}

/** The names of all that may be said of a donation. */
export const donationFields: readonly string[] = ['organization', 'id', ...Object.keys(EMPTY)]

/** Stores a user, with an organization and a campaign of two designations for each name. */
export function addUser(store: Store, { username, password, organizations = [] }: UserSetup): void {
  if (store.users.has(username)) throw new Error(`the mock has a user ${username} already`)
  store.users.set(username, { username, password })
  for (const name of organizations) {
    const organizationId = randomUUID()
    const campaign = { id: randomUUID(), organizationId, designationIds: [randomUUID(), randomUUID()] }
    const internalId = 5000 + store.organizations.size
    store.organizations.set(organizationId, {
      id: organizationId,
      internalId,
      name,
      owners: [username],
      members: [],
    })
    store.campaigns.set(campaign.id, campaign)
  }
}

/**
 * Stores a donation of the first campaign of its organization.
 * @returns the donation's id
 * @throws Error where the mock has no such organization, or such a donation already; its message is one line
 */
export function addDonation(store: Store, { organization, ...fields }: DonationSetup): string {
  const { id: organization_id, campaign } = organizationNamed(store, organization)
  const id = fields.id ?? randomUUID()
  if (store.donations.has(id)) throw new Error(`the mock has a donation ${id} already`)
  store.donations.set(id, { ...EMPTY, ...fields, id, organization_id, campaign_id: campaign.id })
  return id
}

/** Whose tokens, and through which partner application. */
export interface TokensSetup {
  /** Default: `environment.SANDBOX_USERNAME`. */
  readonly username: string
  /** Default: `environment.SANDBOX_CLIENT_ID`. */
  readonly clientId: string
  readonly scope: string
}

type Serving = Pick<Service, 'store' | 'policies' | 'clock'>

/**
 * Stores what a login, an approval and the exchange of a code lead to.
 * @throws Error where the mock has no such user or client; its message is one line
 */
export function addTokens(service: Serving, setup: TokensSetup): Issued {
  return issueTokens(service, 'authorization_code', grantOf(service, setup))
}

/**
 * Stores a code as a login and an approval lead to, for the first redirect URI of the client.
 * @throws Error as {@link addTokens}
 */
export function addCode(service: Serving, setup: TokensSetup): string {
  const { store, policies, clock } = service
  const grant = grantOf(service, setup)
  return newCode({ store, policies, clock }, grant, grant.client.redirectUris[0] ?? '')
}

function grantOf({ store, policies }: Serving, { username, clientId, scope }: TokensSetup): Grant {
  const user = named('user', username, store.users)
  const client = named('client', clientId, store.clients)
  return newGrant({ store, policies }, { client, user, scope })
}

function named<Item>(kind: string, name: string, all: ReadonlyMap<string, Item>): Item {
  const found = all.get(name)
  if (found !== undefined) return found
  throw missing(kind, name, [...all.keys()])
}

function missing(kind: string, name: string, known: readonly string[]): Error {
  return new Error(`the mock has no ${kind} ${JSON.stringify(name)}: it has ${known.join(', ')}`)
}

function organizationNamed(store: Store, name: string): { readonly id: string; readonly campaign: Campaign } {
  const organization = [...store.organizations.values()].find((each) => each.name === name)
  const campaign = [...store.campaigns.values()].find((each) => each.organizationId === organization?.id)
  if (organization && campaign) return { id: organization.id, campaign }
  const names = [...store.organizations.values()].map((each) => each.name)
  throw missing('organization', name, names)
}
