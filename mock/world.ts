import { addAdvisor } from './policies/advisors.ts'
import type { DataPolicies, RecordKind } from './policies/data.ts'
import { randomToken } from './random.ts'
import type { Campaign, Client, Donation, Organization, Store, User } from './store.ts'

/** The seeded records that an environment file refers to. */
export interface World {
  readonly clients: readonly Client[]
  /** Owns exactly one organization. */
  readonly owner: User
  /** Owns several organizations. */
  readonly multiOrgOwner: User
  /** A member of every organization who owns none. */
  readonly noOrgMember: User
  /** Donations of `campaign` with the status pledged. */
  readonly pledged: readonly Donation[]
  /** Donations of `campaign` with other statuses. */
  readonly notPledged: readonly Donation[]
  /** A donation to an organization that `owner` does not own. */
  readonly foreign: Donation
  /** A campaign of the organization of `owner`. */
  readonly campaign: Campaign
  /** Another campaign of the same organization. */
  readonly otherCampaign: Campaign
}

const DONATIONS_OF_EACH_KIND = 24
const statusesBeyondPledged = ['received', 'processing', 'settled', 'refunded', 'cancelled', 'failed']

const donors = [
  ['Amélie', "O'Brien", '12 Rue de la Paix', 'Apt 4', 'Paris', 'Île-de-France', '75002', 'fr'],
  ['Jürgen', 'Müller-Lüdenscheidt', 'Hauptstraße 7', '2. OG', 'Köln', 'NRW', '50667', 'de'],
  ['Sakura', 'Tanaka', '1-2-3 Jingumae', 'Room 501', 'Tokyo', 'Tokyo', '150-0001', 'jp'],
  ['Grace', 'Okafor', '9 Marina Road', 'Suite 2', 'Lagos', 'Lagos', '101241', 'ng'],
  ['Mary Ann', 'Smith', '1600 Elm Street', 'Unit B', 'Springfield', 'IL', '62704', 'us'],
] as const

/**
 * Adds clients, users, organizations, campaigns and donations to a store, but for those that it has already. Secrets
 * and passwords are random; everything else is the same each time.
 * @returns the records that tests need
 */
export function seed(store: Store, data: DataPolicies): World {
  const { environment } = store
  const id = (kind: RecordKind, index: number) => data.recordId(environment, kind, index)
  const user = (name: string) => addUser(store, `${name}@${environment}.example`)

  const clients = (environment === 'sandbox' ? [1, 2] : [1]).map((index) => {
    const client: Client = {
      id: `${environment}-partner-${index}`,
      secret: randomToken(),
      name: `Partner ${index}`,
      redirectUris: data.redirectUris(environment, index),
    }
    return kept(store.clients, client.id, client)
  })

  const owner = user('owner')
  const multiOrgOwner = user('multi')
  const noOrgMember = user('member')

  const names = ['Harbour Food Bank', 'River & Forest Trust', 'Läkare i Norr', 'Open Books']
  const organizations = names.map((name, index) => {
    const organization: Organization = {
      id: id('organization', index),
      internalId: 4100 + index,
      name,
      owners: [index === 0 ? owner.username : multiOrgOwner.username],
      members: [noOrgMember.username],
    }
    return kept(store.organizations, organization.id, organization)
  })

  const campaignOf = (index: number, organization: Organization | undefined, designations: number[]) => {
    const campaign: Campaign = {
      id: id('campaign', index),
      organizationId: organization?.id ?? '',
      designationIds: designations.map((designation) => id('designation', designation)),
    }
    return kept(store.campaigns, campaign.id, campaign)
  }
  const campaign = campaignOf(0, organizations[0], [0, 1, 2])
  const otherCampaign = campaignOf(1, organizations[0], [3, 4])
  const foreignCampaign = campaignOf(2, organizations[1], [5, 6])

  let count = 0
  const donation = (of: Campaign, status: string) => addDonation(store, data, of, status, count++)
  const each = Array.from({ length: DONATIONS_OF_EACH_KIND }, (_, index) => index)
  const pledged = each.map(() => donation(campaign, 'pledged'))
  const notPledged = each.map((index) => donation(campaign, statusesBeyondPledged[index % 6] ?? 'received'))
  donation(otherCampaign, 'pledged')
  donation(otherCampaign, 'received')
  const foreign = donation(foreignCampaign, 'pledged')
  donation(foreignCampaign, 'settled')

  return {
    clients,
    owner,
    multiOrgOwner,
    noOrgMember,
    pledged,
    notPledged,
    foreign,
    campaign,
    otherCampaign,
  }
}

/** What the map has under this key; where it has nothing, what it is given. */
function kept<Content>(map: Map<string, Content>, key: string, given: Content): Content {
  const known = map.get(key)
  if (known === undefined) map.set(key, given)
  return known ?? given
}

function addUser(store: Store, username: string): User {
  return kept(store.users, username, { username, password: randomToken() })
}

function addDonation(store: Store, data: DataPolicies, campaign: Campaign, status: string, index: number) {
  const [first, last, line1, line2, city, province, postalCode, country] =
    donors[index % donors.length] ?? donors[0]
  const { environment } = store
  const id = data.recordId(environment, 'donation', index)
  const known = store.donations.get(id)
  if (known !== undefined) return known
  const donation: Donation = {
    id,
    status,
    organization_id: campaign.organizationId,
    campaign_id: campaign.id,
    donor_first_name: first,
    donor_last_name: last,
    donor_email: `donor.${index}@${environment}-mail.example`,
    donor_address_line_1: line1,
    donor_address_line_2: line2,
    donor_city: city,
    donor_province: province,
    donor_postal_code: postalCode,
    donor_country: country,
    designation_id: campaign.designationIds[index % campaign.designationIds.length] ?? null,
    memo: `In memory of a friend, no. ${index}`,
    quantity: 1 + (index % 5),
    identifier: `PLEDGE-${1000 + index}`,
    source: 'spring-gala',
    advisor_id: index % 2 === 0 ? seedAdvisor(store, data, campaign, index) : null,
  }
  store.donations.set(donation.id, donation)
  return donation
}

function seedAdvisor(store: Store, data: DataPolicies, campaign: Campaign, index: number): string {
  const id = data.recordId(store.environment, 'advisor', index)
  addAdvisor(store, {
    id,
    organization_id: campaign.organizationId,
    email: `advisor.${index}@${store.environment}-wealth.example`,
    first_name: 'Ada',
    last_name: 'Byrne',
    title: 'Partner',
    firm_name: 'Byrne & Daughters',
  })
  return id
}
