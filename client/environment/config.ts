import type { Network } from '../http/network.ts'

/** Where the environment of the sandbox is looked for when no option names a file. */
export const DEFAULT_ENV_FILE = '.env.sandbox'

/** What a client of the authorization server is registered with. */
export interface ClientCredentials {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}

export interface UserCredentials {
  readonly username: string
  readonly password: string
}

export interface BrowserConfig {
  readonly executable?: string
  readonly channel?: string
  /** By `username`, `password`, `submit`, `approve`, `decline`. */
  readonly selectors: Readonly<Record<string, string>>
}

/** How a donation is looked at beside the contract: at a URL that holds `{id}`, or by a shell command. */
export type DonationReading =
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | { readonly command: string }

/** The ports at which webhooks are expected; absent for an environment without. */
export interface WebhookPorts {
  readonly sandbox?: number
  readonly production?: number
}

/** How the suite gets through the login and approval pages. */
type LoginDriver = 'form' | 'browser' | 'manual'

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
  /** Proxies on the way to it, and the certificate that it is shown. */
  readonly network?: Network
  readonly login: LoginDriver
  /** How a real browser is started, and what it presses where the usual guesses fail (CSS selectors). */
  readonly browser?: BrowserConfig
  /** Where a person without terminal writes the address. */
  readonly manualFile?: string
  readonly user?: UserCredentials
  readonly noOrgUser?: UserCredentials
  readonly multiOrgUser?: UserCredentials
  readonly refreshToken?: string
  /** The file that keeps what the service makes of that token. */
  readonly tokenStore?: string
  /** The file that keeps how donations were, until they are put back. */
  readonly donationFile?: string
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
  /** Shows of a donation what the contract's answers do not. */
  readonly donationReading?: DonationReading
  readonly webhookPorts?: WebhookPorts
  /** The address that the suite listens on for webhooks; loopback where it is absent. */
  readonly webhookHost?: string
  /** The file in which a run leaves a token and a code behind for the next one to find expired. */
  readonly laterFile?: string
  /** Whether this run adds to that file. */
  readonly leavesBehind?: boolean
  /** Why values of the environment were set aside as mistakes, by key. */
  readonly setAside?: Readonly<Record<string, string>>
  /** The embedded mock alone has one. */
  readonly inspector?: { readonly url: string; readonly key: string }
}
