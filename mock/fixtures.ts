import type { DataPolicies } from './policies/data.ts'
import { randomToken } from './random.ts'
import type { Donation, Grant, Store } from './store.ts'
import type { World } from './world.ts'

/**
 * Describes the seeded data of the sandbox for an environment file.
 * @returns values by key, such as `SANDBOX_CLIENT_ID`; lists are separated by commas
 */
export function fixtureKeys(world: World, data: DataPolicies): Readonly<Record<string, string>> {
  const [client, other] = world.clients
  const ids = (donations: readonly Donation[]) => donations.map(({ id }) => id).join(',')
  const keys: Record<string, string | undefined> = {
    CLIENT_ID: client?.id,
    CLIENT_SECRET: client?.secret,
    REDIRECT_URI: client?.redirectUris[0],
    SCOPE: data.scope,
    LOGIN: 'form',
    USERNAME: world.owner.username,
    PASSWORD: world.owner.password,
    NO_ORG_USERNAME: world.noOrgMember.username,
    NO_ORG_PASSWORD: world.noOrgMember.password,
    MULTI_ORG_USERNAME: world.multiOrgOwner.username,
    MULTI_ORG_PASSWORD: world.multiOrgOwner.password,
    OTHER_CLIENT_ID: other?.id,
    OTHER_CLIENT_SECRET: other?.secret,
    OTHER_REDIRECT_URI: other?.redirectUris[0],
    PLEDGED_DONATION_IDS: ids(world.pledged),
    NON_PLEDGED_DONATION_IDS: ids(world.notPledged),
    FOREIGN_DONATION_ID: world.foreign.id,
    DESIGNATION_IDS: world.campaign.designationIds.join(','),
    OTHER_CAMPAIGN_DESIGNATION_ID: world.otherCampaign.designationIds[0],
  }
  return Object.fromEntries(
    Object.entries(keys).flatMap(([key, value]) => (value === undefined ? [] : [[`SANDBOX_${key}`, value]])),
  )
}

/**
 * Stores an expired access token and a revoked refresh token, unless the client and the owner have such already.
 * @returns the values of both
 * @throws Error where the world has no client
 */
export function addSpentTokens(store: Store, { clients, owner, campaign }: World) {
  const [client] = clients
  if (client === undefined) throw new Error('the world has no client')
  // What logins granted has a scope: however many of these were revoked since, the env file goes on naming the same one.
  const isSpent = ({ grant }: { readonly grant: Grant }) =>
    grant.client === client && grant.user === owner && grant.scope === ''
  const expired = [...store.accessTokens.values()].find((token) => isSpent(token) && token.expiresAt === 0)
  const dead = [...store.refreshTokens.values()].find((token) => isSpent(token) && token.grant.revoked)
  if (expired && dead) return { accessToken: expired.value, refreshToken: dead.value }
  const [accessToken, refreshToken] = [randomToken(), randomToken()]
  const grant = (): Grant => ({
    client,
    user: owner,
    scope: '',
    organizationIds: [campaign.organizationId],
    refreshes: 0,
    revoked: false,
  })
  store.accessTokens.set(accessToken, { value: accessToken, grant: grant(), expiresAt: 0 })
  const revoked = { ...grant(), revoked: true }
  store.refreshTokens.set(refreshToken, { value: refreshToken, grant: revoked, superseded: false })
  return { accessToken, refreshToken }
}
