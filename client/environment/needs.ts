import type { Need } from '../../contract/requirement.ts'
import type { TargetConfig } from './config.ts'
import type { EnvironmentKey } from './schema.ts'

interface Supply {
  /** The environment keys that supply it; none where no environment can. */
  readonly keys: readonly EnvironmentKey[]
  readonly isMet: (config: TargetConfig) => boolean
}

const donationKeys = ['SANDBOX_PLEDGED_DONATION_IDS', 'SANDBOX_NON_PLEDGED_DONATION_IDS'] as const

const donations = (config: TargetConfig) =>
  config.pledgedDonationIds.length + config.nonPledgedDonationIds.length
const hasInspector = (config: TargetConfig) => config.inspector !== undefined

const supplies: Readonly<Record<Need, Supply>> = {
  login: {
    keys: ['SANDBOX_USERNAME', 'SANDBOX_PASSWORD'],
    isMet: (config) => config.user !== undefined || config.login === 'manual',
  },
  'second-client': {
    keys: ['SANDBOX_OTHER_CLIENT_ID', 'SANDBOX_OTHER_CLIENT_SECRET', 'SANDBOX_OTHER_REDIRECT_URI'],
    isMet: (config) => config.otherClient !== undefined,
  },
  'no-org-user': {
    keys: ['SANDBOX_NO_ORG_USERNAME', 'SANDBOX_NO_ORG_PASSWORD'],
    isMet: (config) => config.noOrgUser !== undefined,
  },
  'multi-org-user': {
    keys: ['SANDBOX_MULTI_ORG_USERNAME', 'SANDBOX_MULTI_ORG_PASSWORD'],
    isMet: (config) => config.multiOrgUser !== undefined,
  },
  donation: { keys: donationKeys, isMet: (config) => donations(config) >= 1 },
  'two-donations': { keys: donationKeys, isMet: (config) => donations(config) >= 2 },
  'pledged-donation': {
    keys: ['SANDBOX_PLEDGED_DONATION_IDS'],
    isMet: (config) => config.pledgedDonationIds.length > 0,
  },
  'non-pledged-donation': {
    keys: ['SANDBOX_NON_PLEDGED_DONATION_IDS'],
    isMet: (config) => config.nonPledgedDonationIds.length > 0,
  },
  'foreign-donation': {
    keys: ['SANDBOX_FOREIGN_DONATION_ID'],
    isMet: (config) => config.foreignDonationId !== undefined,
  },
  designation: {
    keys: ['SANDBOX_DESIGNATION_IDS'],
    isMet: (config) => config.designationIds.length > 0,
  },
  'other-campaign-designation': {
    keys: ['SANDBOX_OTHER_CAMPAIGN_DESIGNATION_ID'],
    isMet: (config) => config.otherCampaignDesignationId !== undefined,
  },
  'expired-access-token': {
    keys: ['SANDBOX_EXPIRED_ACCESS_TOKEN'],
    isMet: (config) => config.expiredAccessToken !== undefined || hasInspector(config),
  },
  'revoked-refresh-token': {
    keys: ['SANDBOX_REVOKED_REFRESH_TOKEN'],
    isMet: (config) => config.revokedRefreshToken !== undefined || hasInspector(config),
  },
  'code-lifetime': {
    keys: ['SANDBOX_CODE_LIFETIME_SECONDS'],
    isMet: (config) => config.codeLifetimeSeconds !== undefined || hasInspector(config),
  },
  'production-auth': {
    keys: ['PRODUCTION_AUTH_URL'],
    isMet: (config) => config.productionAuthUrl !== undefined,
  },
  'production-api': {
    keys: ['PRODUCTION_API_URL'],
    isMet: (config) => config.productionApiUrl !== undefined,
  },
  'webhook-listener': {
    keys: ['SANDBOX_WEBHOOK_PORT', 'PRODUCTION_WEBHOOK_PORT'],
    isMet: ({ webhookPorts: { sandbox, production } = {}, inspector }) =>
      (sandbox !== undefined && production !== undefined) || inspector !== undefined,
  },
  // A target that shows them in its answers needs no key; whether it does is known only from its answers.
  'hidden-fields': {
    keys: ['SANDBOX_READ_DONATION'],
    isMet: (config) => config.donationReading !== undefined || hasInspector(config),
  },
  inspector: { keys: [], isMet: hasInspector },
}

/** The environment keys that supply a need; empty where only the embedded mock or a listener can. */
export function keysFor(need: Need): string[] {
  return [...supplies[need].keys]
}

/** Those of the needs that the target's configuration does not supply. */
export function missingNeeds(config: TargetConfig, needs: readonly Need[]): Need[] {
  return needs.filter((need) => !supplies[need].isMet(config))
}
