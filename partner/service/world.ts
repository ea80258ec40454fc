import { randomInt, randomUUID } from 'node:crypto'
import { randomToken } from '../../mock/random.ts'
import type { Donation, Organization, Store } from '../../mock/store.ts'
import { type Account, type Behaviour, ordinaryBehaviour } from './account.ts'

/** What a new customer has. */
export interface AccountOptions {
  /** How many organizations they own. Default: 1. */
  readonly organizations?: number
  /** How the ids of their organizations are written. Default: as UUIDs. */
  readonly organizationIds?: keyof typeof organizationIds
  /** Whether their organizations have one name. */
  readonly areNamedAlike?: boolean | undefined
  /** The statuses of their donations. Default: one pledged donation. */
  readonly statuses?: readonly string[]
  readonly behaviour?: Partial<Behaviour>
}

const NAMES = ['Harbour Food Bank', 'River Trust', 'Open Books']
const BILLION = 1e9

/** Public ids are strings, of whatever kind (contract, ig_organizations): one for each organization of a customer. */
const organizationIds = {
  uuid: () => () => randomUUID(),
  // As a number each would be another one, and all begin alike.
  digits: () => {
    const first = randomInt(BILLION / 10, BILLION)
    return () => `00${first}${randomInt(BILLION / 10, BILLION)}`
  },
  // The first in capitals, the others with more and more of them in lower case.
  'letter case': () => {
    const capitals = randomToken()
      .replace(/[^a-z]/gi, '')
      .toUpperCase()
    return (index: number) => capitals.slice(index) + capitals.slice(0, index).toLowerCase()
  },
} as const

/**
 * Adds a customer with organizations, a campaign and donations of their own to a store.
 * @param name of the requirement and of what is tried, such as `PARTNER-6/rotation`
 */
export function addAccount(store: Store, name: string, options: AccountOptions = {}): Account {
  const { statuses = ['pledged'], behaviour = {} } = options
  const user = {
    username: `${name.replace(/\W+/g, '.')}.${store.users.size}@customers.example`,
    password: randomToken(),
  }
  store.users.set(user.username, user)
  const organizations = newOrganizations(store, user.username, options)
  for (const organization of organizations) store.organizations.set(organization.id, organization)
  const campaign = {
    id: randomUUID(),
    organizationId: organizations[0]?.id ?? '',
    designationIds: Array.from({ length: 4 }, () => randomUUID()),
  }
  store.campaigns.set(campaign.id, campaign)
  const donations = statuses.map((status): Donation => {
    const donation = {
      ...emptyDonation,
      id: randomUUID(),
      status,
      organization_id: campaign.organizationId,
      campaign_id: campaign.id,
    }
    store.donations.set(donation.id, donation)
    return donation
  })
  return {
    name,
    environment: store.environment,
    user,
    organizations,
    designations: campaign.designationIds,
    donations,
    behaviour: { ...ordinaryBehaviour, ...behaviour },
    accessTokens: [],
    refreshTokens: [],
    calls: [],
    jobs: [],
  }
}

function newOrganizations(
  store: Store,
  owner: string,
  { organizations: count = 1, organizationIds: form = 'uuid', areNamedAlike = false }: AccountOptions,
): readonly Organization[] {
  const idOf = organizationIds[form]()
  return Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    internalId: 1000 + store.organizations.size + index,
    name: NAMES[areNamedAlike ? 0 : index] ?? `Friends of ${index}`,
    owners: [owner],
    members: [],
  }))
}

const emptyDonation = {
  donor_first_name: 'Grace',
  donor_last_name: 'Okafor',
  donor_email: 'grace@donors.example',
  donor_address_line_1: '9 Marina Road',
  donor_address_line_2: '',
  donor_city: 'Lagos',
  donor_province: 'Lagos',
  donor_postal_code: '101241',
  donor_country: 'ng',
  designation_id: null,
  memo: '',
  quantity: 1,
  identifier: 'PLEDGE-1',
  source: 'gala',
  advisor_id: null,
}
