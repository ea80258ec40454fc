import type { InspectedDonation } from '../contract/inspector.ts'
import { applyAll, type Deviations } from './apply.ts'
import {
  addCode,
  addDonation,
  addTokens,
  addUser,
  type DonationSetup,
  type TokensSetup,
  type UserSetup,
} from './arrange.ts'
import type { SeenRequest } from './observe.ts'
import { contractPolicies } from './policies/index.ts'
import { type MockOptions, type MockService, startMock as startServers } from './server.ts'
import { checkSetup } from './setup.ts'
import { inspectDonation } from './store.ts'

export type { InspectedDonation } from '../contract/inspector.ts'
export type { DonationSetup, TokensSetup, UserSetup } from './arrange.ts'
export type { ClientSetup } from './clients.ts'
export type { SeenRequest } from './observe.ts'

/** How the service is to be; every part has a default. */
export interface MockSetup
  extends Deviations,
    Pick<
      MockOptions,
      'port' | 'host' | 'latencyMs' | 'codeLifetimeSeconds' | 'webhookDestinations' | 'clients'
    > {
  /** What the service's clock first reads. Default: now. */
  readonly clock?: Date
  /** Users of the sandbox, besides those of `environment`. */
  readonly users?: readonly UserSetup[]
  /** Donations of the sandbox, besides those of `environment`. */
  readonly donations?: readonly DonationSetup[]
}

/** A service that is running inside a test: `await using service = await startMock()` ends it with the test. */
export interface Mock extends Pick<MockService, 'urls' | 'environment' | 'close'>, AsyncDisposable {
  /** The requests so far, in the order of their answers. */
  readonly requests: readonly SeenRequest[]
  readonly clock: {
    /** Milliseconds since the epoch. */
    now(): number
    /** Moves the service's clock forward: codes and tokens expire by it. */
    advance(seconds: number): void
  }
  /** Every stored field of a donation, of those too that no answer shows; undefined where there is none. */
  donation(id: string): InspectedDonation | undefined
  /** Stores one more donation in the sandbox. Returns its id. Throws where its organization is unknown. */
  addDonation(setup: DonationSetup): string
  /**
   * Tokens as a login of this user and an approval of this client give them, for tests of what comes after those. Throws
   * where there is no such user or client.
   */
  tokens(setup?: Partial<TokensSetup>): IssuedTokens
  /**
   * The code that such a login and approval end with, for the first redirect URI of the client: what a callback brings,
   * without the pages. Throws as `tokens`.
   */
  code(setup?: Partial<TokensSetup>): string
}

/** What an application is given by the token endpoint. */
export interface IssuedTokens {
  readonly accessToken: string
  readonly refreshToken: string
  /** Lifetime of the access token, in seconds. */
  readonly expiresIn: number
}

/**
 * Starts the Donation Partner API on free ports of the loopback interface, both environments of it, with seeded data
 * whose names are in `environment` (`SANDBOX_CLIENT_ID`, `SANDBOX_USERNAME` …).
 *
 * @param setup `faults` and `variants` are ids that `donation-conformance mock --list` prints
 * @returns the service, which already listens
 * @throws Error for an unknown id, a client that is not as it must be, a user or donation that is there already, an
 *   option that there is not, or a port that cannot be opened
 */
export async function startMock(setup: MockSetup = {}): Promise<Mock> {
  checkSetup(setup)
  const { faults = [], variants = [], clock, users = [], donations = [], ...options } = setup
  const requests: SeenRequest[] = []
  const policies = applyAll(contractPolicies, { faults, variants })
  const mock = await startServers({
    ...options,
    policies,
    onRequest: (seen) => void requests.push(seen),
    ...(clock && { clockStart: clock.getTime() }),
  })
  try {
    const store = mock.stores.sandbox
    for (const user of users) addUser(store, user)
    for (const donation of donations) addDonation(store, donation)
    const serving = { store, policies, clock: mock.clock }
    const { SANDBOX_USERNAME = '', SANDBOX_CLIENT_ID = '', SANDBOX_SCOPE = '' } = mock.environment
    const whose = (setup: Partial<TokensSetup> = {}): TokensSetup => ({
      username: SANDBOX_USERNAME,
      clientId: SANDBOX_CLIENT_ID,
      scope: SANDBOX_SCOPE,
      ...setup,
    })
    return {
      urls: mock.urls,
      environment: mock.environment,
      requests,
      clock: mock.clock,
      donation(id) {
        const donation = store.donations.get(id)
        return donation && inspectDonation(store, donation)
      },
      addDonation: (donation) => addDonation(store, donation),
      tokens(setup) {
        const issued = addTokens(serving, whose(setup))
        return {
          accessToken: issued.accessToken,
          refreshToken: issued.refreshToken,
          expiresIn: issued.expiresIn,
        }
      },
      code: (setup) => addCode(serving, whose(setup)),
      close: () => mock.close(),
      [Symbol.asyncDispose]: () => mock.close(),
    }
  } catch (error) {
    await mock.close()
    throw error
  }
}
