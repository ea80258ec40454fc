import type { InspectedDonation } from '../contract/inspector.ts'
import type { PreparedAnswer } from './answers.ts'
import type { Deviations } from './apply.ts'
import type { DonationSetup, TokensSetup, UserSetup } from './arrange.ts'
import { startControlled } from './controls.ts'
import type { SeenRequest } from './observe.ts'
import type { MockOptions, MockService } from './server.ts'
import { checkSetup } from './setup.ts'
import { inspectDonation } from './store.ts'
import { Switches } from './switches.ts'
import type { SentWebhook } from './webhooks.ts'

export type { InspectedDonation } from '../contract/inspector.ts'
export type { PreparedAnswer } from './answers.ts'
export type { DonationSetup, TokensSetup, UserSetup } from './arrange.ts'
export type { ClientSetup } from './clients.ts'
export type { SeenRequest } from './observe.ts'
export type { SentWebhook } from './webhooks.ts'

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
  /** The webhooks that were delivered or dropped so far, oldest first. */
  readonly webhooks: readonly SentWebhook[]
  /**
   * From the next request on, the service has these faults and variants and no others; its data stay as they are. Throws
   * for an unknown id, and for one that is about the data that a service starts with.
   */
  use(deviations: Deviations): void
  /** Gives this answer, once, to the next request that it is for. */
  answerNext(answer: PreparedAnswer): void
  /** Expires an access token or a code at once. Throws where the service has no such one. */
  expire(tokenOrCode: string): void
  /** Revokes a refresh token, with all tokens of its grant. Throws where the service has no such one. */
  revoke(refreshToken: string): void
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
  const webhooks: SentWebhook[] = []
  const controls = await startControlled(new Switches({ faults, variants }), {
    ...options,
    onRequest: (seen) => void requests.push(seen),
    onWebhook: (webhook) => void webhooks.push(webhook),
    ...(clock && { clockStart: clock.getTime() }),
  })
  const { mock } = controls
  try {
    for (const user of users) controls.addUser(user)
    for (const donation of donations) controls.addDonation(donation)
    return {
      urls: mock.urls,
      environment: mock.environment,
      requests,
      webhooks,
      clock: mock.clock,
      use: (deviations) => controls.use(deviations),
      answerNext: (answer) => controls.answerNext(answer),
      expire: (tokenOrCode) => controls.expire(tokenOrCode),
      revoke: (refreshToken) => controls.revoke(refreshToken),
      donation(id) {
        const store = mock.stores.sandbox
        const donation = store.donations.get(id)
        return donation && inspectDonation(store, donation)
      },
      addDonation: (donation) => controls.addDonation(donation),
      tokens(setup) {
        const { accessToken, refreshToken, expiresIn } = controls.tokens(setup)
        return { accessToken, refreshToken, expiresIn }
      },
      code: (setup) => controls.code(setup),
      close: () => mock.close(),
      [Symbol.asyncDispose]: () => mock.close(),
    }
  } catch (error) {
    await mock.close()
    throw error
  }
}
