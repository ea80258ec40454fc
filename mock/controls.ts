import { type PreparedAnswer, PreparedAnswers } from './answers.ts'
import type { Deviations } from './apply.ts'
import {
  addCode,
  addDonation,
  addTokens,
  addUser,
  type DonationSetup,
  type TokensSetup,
  type UserSetup,
} from './arrange.ts'
import { expireAccessToken, expireCode, revokeRefreshToken } from './endings.ts'
import type { Policies } from './policies/index.ts'
import type { Issued } from './policies/token.ts'
import { type MockOptions, type MockService, startMockService } from './server.ts'
import { checkAnswer } from './setup.ts'
import type { EnvironmentName, Store } from './store.ts'
import type { Switches, SwitchKind } from './switches.ts'

/** What tests and developers do to a running service. What cannot be done throws an Error whose message is one line. */
export class Controls {
  readonly mock: MockService
  readonly switches: Switches
  readonly answers: PreparedAnswers
  #policies: Policies

  /** @param policies those that the service began with, without prepared answers. */
  constructor(mock: MockService, switches: Switches, answers: PreparedAnswers, policies: Policies) {
    this.mock = mock
    this.switches = switches
    this.answers = answers
    this.#policies = policies
  }

  /** From the next request on, the service has these faults and variants and no others. */
  use(deviations: Deviations): void {
    this.switches.use(deviations)
    this.#apply()
  }

  /** Switches a fault or a variant on or off, from the next request on. */
  turn(kind: SwitchKind, id: string, to: 'on' | 'off'): void {
    this.switches.turn(kind, id, to)
    this.#apply()
  }

  /** Gives this answer, once, to the next request that it is for. */
  answerNext(answer: PreparedAnswer): void {
    checkAnswer(answer)
    this.answers.add(answer)
  }

  /** Expires an access token or a code at once. */
  expire(tokenOrCode: string, environment: EnvironmentName = 'sandbox'): void {
    const store = this.mock.stores[environment]
    if (!expireAccessToken(store, tokenOrCode) && !expireCode(store, tokenOrCode))
      throw new Error('the mock has no such access token or code')
  }

  /** Revokes a refresh token, with all tokens of its grant. */
  revoke(refreshToken: string, environment: EnvironmentName = 'sandbox'): void {
    if (!revokeRefreshToken(this.mock.stores[environment], refreshToken))
      throw new Error('the mock has no such refresh token')
  }

  addUser(user: UserSetup): void {
    addUser(this.#sandbox, user)
  }

  /** @returns the donation's id. */
  addDonation(donation: DonationSetup): string {
    return addDonation(this.#sandbox, donation)
  }

  /** Tokens as a login, an approval and the exchange of the code give them. */
  tokens(setup: Partial<TokensSetup> = {}): Issued {
    return addTokens(this.#serving, this.#whose(setup))
  }

  /** The code that such a login and approval end with. */
  code(setup: Partial<TokensSetup> = {}): string {
    return addCode(this.#serving, this.#whose(setup))
  }

  get #sandbox(): Store {
    return this.mock.stores.sandbox
  }

  get #serving() {
    return { store: this.#sandbox, policies: this.#policies, clock: this.mock.clock }
  }

  #whose(setup: Partial<TokensSetup>): TokensSetup {
    const { SANDBOX_USERNAME = '', SANDBOX_CLIENT_ID = '', SANDBOX_SCOPE = '' } = this.mock.environment
    return { username: SANDBOX_USERNAME, clientId: SANDBOX_CLIENT_ID, scope: SANDBOX_SCOPE, ...setup }
  }

  #apply(): void {
    this.#policies = this.switches.policies()
    this.mock.usePolicies(this.answers.change(this.#policies))
  }
}

/**
 * Starts a service that can be controlled.
 * @returns once it listens
 * @throws Error as `startMockService` does
 */
export async function startControlled(
  switches: Switches,
  options: Omit<MockOptions, 'policies'>,
): Promise<Controls> {
  const answers = new PreparedAnswers()
  const policies = switches.policies()
  const mock = await startMockService({ ...options, policies: answers.change(policies) })
  return new Controls(mock, switches, answers, policies)
}
