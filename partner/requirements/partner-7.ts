import { InconclusiveError } from '../../contract/verdict.ts'
import type { Donation } from '../../mock/store.ts'
import { endAccessTokens, interfering, revokeGrants } from '../service/account.ts'
import { type Call, isAnsweredWell, isRefresh, parameterOf, valuesSent } from '../service/call.ts'
import { type Customer, withEachCustomer } from '../session/customers.ts'
import { INVALID_GRANT } from '../session/pasts.ts'
import { type Scenario, SilentServiceError } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { requirement, test } from './requirement.ts'
import { leftOf, type TokenDeath, tokenDeaths } from './token-deaths.ts'

/** After how many milliseconds another try in the background would have come. */
const RETRY_MS = 1_500
const HOUR = 3_600
/** After how many milliseconds an application has forgotten what it remembers only for a moment. */
const PAUSE_MS = 1_000
/** Updates after the service revoked everything. */
const UPDATES = 3

interface Row extends TokenDeath {
  readonly customer: Customer
}

async function revoked(trial: Trial, { label, lifetimeSeconds, happen, customer }: Row): Promise<void> {
  const scenario = trial.scenario(`found by ${label}`, {
    ...customer.options,
    statuses: ['pledged', 'settled'],
    behaviour: { lifetimeSeconds },
  })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await customer.connect(scenario)
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  revokeGrants(account)
  // Tokens that were replaced before are for PARTNER-6 to judge.
  const replaced = new Set(
    account.calls.filter(isAnsweredWell).map((call) => parameterOf(call, 'refresh_token')),
  )
  const dead = new Set(
    account.refreshTokens.map(({ token }) => token.value).filter((token) => !replaced.has(token)),
  )
  const after = account.calls.length
  await happen(scenario)
  // Tests of tokens that expire have enough to wait for.
  const pauses = lifetimeSeconds(0) >= HOUR
  await expectAskedToConnect(trial, scenario, donation, pauses)
  const withDead = () =>
    account.calls
      .slice(after)
      // By whatever name a token request carries it.
      .filter((call) => valuesSent(call).some((value) => dead.has(value)))
  ensureGivenUp(trial, withDead())
  await expectConnects(trial, scenario, customer)
  // Whether an application refreshes at all is for PARTNER-8 to judge.
  const last = UPDATES + (account.calls.some(isRefresh) ? 2 : 1)
  for (let time = UPDATES + 1; time <= last; time++) {
    const update = () => scenario.update(donation, scenario.ordinaryChange(time))
    const first = await update()
    // Whether the call is repeated after a refresh is for PARTNER-8: with the new token the next one has to arrive.
    const hasNewToken = first.calls.some((call) => isRefresh(call) && isAnsweredWell(call))
    const { outcome, exchange, calls } = first.outcome !== 'done' && hasNewToken ? await update() : first
    trial.ensure(outcome === 'done', () => ({
      expected:
        'updates that arrive again after the user has connected again, also when the new token is refreshed',
      received: `the update was answered with ${exchange.response?.status ?? exchange.failure?.message}`,
      calls,
      browsed: [exchange],
    }))
    // With a dead refresh token in its place, the new connection would end here.
    await happen(scenario)
  }
  await diesAgain(trial, scenario, last + 1)
  await scenario.wait(RETRY_MS)
  ensureGivenUp(trial, withDead(), 'the last after the user connected again')
}

/** Judges that each update after the revocation makes the application ask the user to connect again. */
async function expectAskedToConnect(
  trial: Trial,
  scenario: Scenario,
  donation: Donation,
  pauses: boolean,
): Promise<void> {
  const { account } = scenario
  const { donations } = account
  const before = account.calls.length
  let isOpen = false
  for (let time = 1; time <= UPDATES; time++) {
    // The dead token must not go out again because somebody looks at the state of the session.
    await scenario.connection()
    if (time === UPDATES && pauses) await scenario.wait(PAUSE_MS)
    const { outcome, exchange, calls } = await scenario.update(
      donations[time % donations.length] ?? donation,
      scenario.ordinaryChange(time),
      { mayBeLost: true },
    )
    // An update that was accepted before the application learned that the token is dead could not ask for anything.
    isOpen = outcome === 'accepted' && !hasLearned(account.calls.slice(before), exchange.startedAt)
    if (isOpen) continue
    trial.ensure(outcome === 'connect', () => ({
      expected: `the user is asked to connect again (401, 403, 409 or a redirect), at update ${time} after the refresh token was revoked`,
      received: `the update was answered with ${exchange.response?.status ?? exchange.failure?.message}`,
      calls,
      browsed: [exchange],
    }))
  }
  // All of them may stand behind others, at an application that is busy.
  if (isOpen)
    throw new InconclusiveError(
      'updates are accepted, and none was asked for after the application had learned that the refresh token is dead',
    )
}

/** How long an application may take to note what it was answered, in milliseconds. */
const NOTED_MS = 250

/**
 * Whether the application knew at a moment that the token is dead: a refresh had been refused, or a call had where it
 * refreshes nothing.
 * @param calls since the token was revoked
 * @param at milliseconds since the epoch
 */
export function hasLearned(calls: readonly Call[], at: number): boolean {
  const refreshes = calls.filter(isRefresh)
  return (refreshes.length > 0 ? refreshes : calls).some(
    (call) => call.answer !== undefined && !isAnsweredWell(call) && call.answer.at + NOTED_MS <= at,
  )
}

async function expectConnects(trial: Trial, scenario: Scenario, customer: Customer): Promise<void> {
  const problem = await connectedAgain(() => customer.connect(scenario))
  trial.ensure(problem === undefined, () => ({
    expected: 'a new flow that works, when the user connects again',
    received: problem ?? '',
    browsed: scenario.exchanges.slice(-6),
  }))
}

/** Judges that a dead refresh token went out once at most. @param when in words, where that says more */
function ensureGivenUp(trial: Trial, refreshes: readonly Call[], when?: string): void {
  const received = `${refreshes.length} token requests with a dead refresh token`
  trial.ensure(refreshes.length <= 1, () => ({
    expected: 'the refresh token is given up when it is refused with invalid_grant',
    received: when === undefined ? received : `${received}, ${when}`,
    calls: refreshes,
  }))
}

/** How near its end an access token is when the refresh token is refused: many seconds of an hour, or a share of its life. */
const nearTheEnd = [
  {
    label: 'seconds before the end of the access token',
    lifetimeSeconds: 20,
    leftMs: Number.POSITIVE_INFINITY,
  },
  { label: 'shortly before the end of the access token', lifetimeSeconds: 3, leftMs: 500 },
]

/** The refresh token is refused while the access token lives: an application that refreshes ahead may use that up. */
async function refusedAhead(
  trial: Trial,
  { label, lifetimeSeconds, leftMs }: (typeof nearTheEnd)[number],
): Promise<void> {
  const scenario = trial.scenario(label, {
    statuses: ['pledged', 'settled'],
    behaviour: { lifetimeSeconds: () => lifetimeSeconds },
  })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await scenario.connect()
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  await scenario.wait(Math.max(0, leftOf(account) - leftMs))
  const after = account.calls.length
  // One that was replaced before is for PARTNER-6 to judge.
  const newest = account.refreshTokens.at(-1)?.token.value ?? ''
  const refuse = (call: Call) => (isRefresh(call) ? { answer: INVALID_GRANT } : undefined)
  await interfering(account, refuse, async () => {
    for (let time = 1; time <= UPDATES; time++)
      await scenario.update(
        account.donations[time % account.donations.length] ?? donation,
        scenario.ordinaryChange(time),
        { mayBeLost: true },
      )
  })
  const withNewest = account.calls.slice(after).filter((call) => valuesSent(call).includes(newest))
  ensureGivenUp(trial, withNewest, 'while the access token lived')
}

/** Ends the customer's next connection as well: some applications mark a dead token as handled, and then handle no other. */
async function diesAgain(trial: Trial, scenario: Scenario, time: number): Promise<void> {
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  revokeGrants(account)
  endAccessTokens(account)
  const { outcome, exchange, calls } = await scenario.update(donation, scenario.ordinaryChange(time), {
    mayBeLost: true,
  })
  // What was accepted before the application learned that the token is dead could not ask for anything.
  trial.ensure(outcome === 'connect' || outcome === 'accepted', () => ({
    expected:
      'the user is asked to connect again, when the refresh token of a later connection is revoked too',
    received: `the update was answered with ${exchange.response?.status ?? exchange.failure?.message}`,
    calls,
    browsed: [exchange],
  }))
}

/** Why connecting gives no tokens; undefined where it gives some. */
export async function connectedAgain(connect: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await connect()
    return undefined
  } catch (error) {
    if (error instanceof InconclusiveError && !(error instanceof SilentServiceError)) return error.message
    throw error
  }
}

/** PARTNER-7: a refresh token that the service revoked. */
export const partner7 = requirement(
  'PARTNER-7',
  test('a revoked refresh token', (trial) =>
    trial.each(withEachCustomer(tokenDeaths), (one) => revoked(trial, one))),
  test('a refresh token refused while the access token lives', (trial) =>
    trial.each(nearTheEnd, (one) => refusedAhead(trial, one))),
)
