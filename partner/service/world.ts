import { randomUUID } from 'node:crypto'
import { randomToken } from '../../mock/random.ts'
import type { Donation, Store } from '../../mock/store.ts'
import { type Account, type Behaviour, ordinaryBehaviour } from './account.ts'

/** What a new customer has. */
export interface AccountOptions {
  /** How many organizations they own. Default: 1. */
  readonly organizations?: number
  /** The statuses of their donations. Default: one pledged donation. */
  readonly statuses?: readonly string[]
  readonly behaviour?: Partial<Behaviour>
}

/**
 * Adds a customer with organizations, a campaign and donations of their own to a store.
 * @param name of the requirement and of what is tried, such as `PARTNER-6/rotation`
 */
export function addAccount(store: Store, name: string, options: AccountOptions = {}): Account {
  const { organizations: count = 1, statuses = ['pledged'], behaviour = {} } = options
  const user = {
    username: `${name.replace(/\W+/g, '.')}.${store.users.size}@customers.example`,
    password: randomToken(),
  }
  store.users.set(user.username, user)
  const organizations = Array.from({ length: count }, (_, index) => {
    const organization = {
      id: randomUUID(),
      internalId: 1000 + store.organizations.size,
      name: ['Harbour Food Bank', 'River Trust', 'Open Books'][index] ?? `Friends of ${index}`,
      owners: [user.username],
      members: [],
    }
    store.organizations.set(organization.id, organization)
    return organization
  })
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
  }
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
