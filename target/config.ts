export interface ClientCredentials {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}

export interface UserCredentials {
  readonly username: string
  readonly password: string
}

/** How the suite gets through the login and approval pages. */
export type LoginDriver = 'form' | 'browser' | 'manual'

/**
 * Everything the suite knows of the service it tests. Plain data: it crosses from the process that read the
 * environment to the worker that runs the suites. An absent fixture makes what needs it inconclusive.
 */
export interface TargetConfig {
  readonly kind: 'mock' | 'sandbox'
  /** Origin and path prefix without trailing slash. */
  readonly authUrl: string
  readonly apiUrl: string
  readonly client: ClientCredentials
  readonly scope: string
  readonly login: LoginDriver
  readonly user?: UserCredentials
  readonly noOrgUser?: UserCredentials
  readonly multiOrgUser?: UserCredentials
  readonly refreshToken?: string
  readonly otherClient?: ClientCredentials
  readonly pledgedDonationIds: readonly string[]
  readonly nonPledgedDonationIds: readonly string[]
  readonly foreignDonationId?: string
  readonly designationIds: readonly string[]
  readonly otherCampaignDesignationId?: string
  readonly expiredAccessToken?: string
  readonly revokedRefreshToken?: string
  readonly codeLifetimeSeconds?: number
  readonly productionAuthUrl?: string
  readonly productionApiUrl?: string
  /** The embedded mock alone has one. */
  readonly inspector?: { readonly url: string; readonly key: string }
}
