import type { Donation } from '../../mock/store.ts'
import {
  type Account,
  type Behaviour,
  endAccessTokens,
  expiredFor,
  interfering,
  LATE_MS,
  ordinaryBehaviour,
} from '../service/account.ts'
import { bearerOf, type Call, errorOf, isRefresh, isUpdateCall } from '../service/call.ts'
import { type Customer, connectAndPick, customers, withEachCustomer } from '../session/customers.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { undecidedIsFine } from '../session/undecided.ts'
import { kindsOfChanges } from './change-examples.ts'
import { requirement, test } from './requirement.ts'
import { leftOf, outliveToken } from './token-deaths.ts'
import { failedByService, refusedByService, turningAway } from './turned-away.ts'

/** Lifetime in seconds of the tokens whose end is waited for. */
const SECONDS = 3
const BEYOND_MS = 300

interface Life {
  readonly label: string
  readonly lifetimeSeconds: Behaviour['lifetimeSeconds']
  readonly rounds: number
  /** Whether the first token is refused before. */
  readonly endsFirst: boolean
}

const lives: readonly Life[] = [
  { label: 'a token of seconds', lifetimeSeconds: () => SECONDS, rounds: 3, endsFirst: false },
  {
    label: 'a token of seconds after one of an hour',
    lifetimeSeconds: (refreshes: number) => (refreshes === 0 ? 3600 : SECONDS),
    rounds: 1,
    endsFirst: true,
  },
]

interface Row extends Life {
  readonly customer: Customer
  readonly turn: number
}

/** The token of the first connection lives longer than that of the second, whose expiry is to be watched. */
const twice: Customer = {
  ...customers.twice,
  async connect(scenario) {
    const { behaviour } = scenario.account
    const { lifetimeSeconds } = behaviour
    behaviour.lifetimeSeconds = ordinaryBehaviour.lifetimeSeconds
    await scenario.connect()
    behaviour.lifetimeSeconds = lifetimeSeconds
    await scenario.connect()
  },
}

/** The user thinks about the pick for so much of a token's life. The token lives no longer for that. */
const THINKING_SHARE = 2 / 3

const withSeveral: Customer = {
  ...customers.withSeveral,
  connect: (scenario) =>
    connectAndPick(scenario, () =>
      scenario.wait(THINKING_SHARE * Math.min(leftOf(scenario.account), 1_000 * SECONDS)),
    ),
}

const withTime = new Map<Customer, Customer>([
  [customers.twice, twice],
  [customers.withSeveral, withSeveral],
])

const rows: readonly Row[] = withEachCustomer(lives).map((row, turn) => ({
  ...row,
  customer: withTime.get(row.customer) ?? row.customer,
  turn,
}))

const EXPECTED = 'a refresh before the access token expires: an expired one is never sent'

/** Pages may ask the service for something as well, such as the organizations. */
async function looksAround(scenario: Scenario): Promise<void> {
  await scenario.connection()
  await scenario.open(scenario.browser.at('/'))
}

async function expires(trial: Trial, row: Row): Promise<void> {
  const { label, lifetimeSeconds, rounds, endsFirst, customer, turn } = row
  const scenario = trial.scenario(label, {
    ...customer.options,
    statuses: ['pledged', 'settled'],
    behaviour: { lifetimeSeconds },
  })
  const { account } = scenario
  const [first] = account.donations
  if (first === undefined) return
  await customer.connect(scenario)
  await updateFirst(trial, scenario, first)
  if (endsFirst) {
    endAccessTokens(account)
    await scenario.updateOrStop(first, scenario.ordinaryChange(1))
  }
  const kinds = [...kindsOfChanges(account), scenario.ordinaryChange(rounds)]
  for (let round = 1; round <= rounds; round++) {
    // Neither a call that the service takes nor one that it refuses lets a token live longer.
    if (round > 1) {
      await scenario.wait(leftOf(account) / 2)
      // A session may end with a refusal, while its token lives: then there is none left to expire.
      const isRefused = round > 2 && trial.examination.config.connection !== undefined
      const update = () => scenario.update(first, scenario.ordinaryChange(round))
      await (isRefused ? turningAway(account, refusedByService, update) : update())
      if (isRefused && (await scenario.connection())?.connected === false) return
    }
    const beforeExpiry = account.calls.length
    await outliveToken(scenario, BEYOND_MS)
    const donation = account.donations[round % account.donations.length] ?? first
    // Only what had expired when the user asked: a slow machine may let a token die between check and arrival.
    const askedAt = Date.now()
    const callsBefore = account.calls.length
    if (round > 2) await looksAround(scenario)
    const [{ outcome, exchange }] = await Promise.all([
      scenario.update(donation, kinds[(turn * rounds + round) % kinds.length] ?? {}),
      // Of two at the same moment, each looks at the clock.
      ...(round === 1 ? [scenario.update(first, scenario.ordinaryChange(round))] : []),
    ])
    const expired = account.calls.slice(callsBefore).find((call) => usesExpired(account, call, askedAt))
    trial.ensure(expired === undefined, () => ({
      expected: EXPECTED,
      received: `a call with an access token of ${SECONDS} s that had expired`,
      calls: expired ? [expired] : [],
    }))
    const calls = account.calls.slice(beforeExpiry)
    // Who loses a race against the refresh of another update is a matter of PARTNER-18.
    trial.ensure(outcome !== 'connect' || calls.some(isRefresh), () => ({
      expected: EXPECTED,
      received: `no refresh: the user is asked to connect again, with ${exchange.response?.status}`,
      calls,
      browsed: [exchange],
    }))
    // And so is a connection that a race has ended: there is no token left to expire.
    if (calls.some((call) => errorOf(call) === 'invalid_grant')) return
  }
}

/** The update after connecting, with a token that may live for seconds only. */
async function updateFirst(trial: Trial, scenario: Scenario, donation: Donation): Promise<void> {
  const { account } = scenario
  const began = performance.now()
  const updated = scenario.updateOrStop(donation, scenario.ordinaryChange())
  // An application that sends every update late gets none through: its lateness is judged first.
  await updated.catch(undecidedIsFine)
  const mostMs = Math.max(LATE_MS, trial.examination.keptMs(began))
  const late = account.calls.find(
    (call) => isUpdateCall(call) && (expiredFor(account, call, 0) ?? 0) > mostMs,
  )
  trial.ensure(late === undefined, () => ({
    expected: EXPECTED,
    received: 'a call with an access token that had expired more than a second before',
    calls: late ? [late] : [],
  }))
  await updated
}

/** A refresh in time that fails for now is no reason to send what has expired. */
async function refreshFails(trial: Trial): Promise<void> {
  const scenario = trial.scenario('a refresh that fails', { behaviour: { lifetimeSeconds: () => SECONDS } })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await scenario.connect()
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  const sendsExpired = async (ask: () => Promise<unknown>) => {
    await outliveToken(scenario, BEYOND_MS)
    const askedAt = Date.now()
    const before = account.calls.length
    await ask()
    return account.calls.slice(before).find((call) => usesExpired(account, call, askedAt))
  }
  // Whoever sends expired tokens anyway is judged by the others.
  if (await sendsExpired(() => scenario.updateOrStop(donation, scenario.ordinaryChange(1)))) return
  const fail = (call: Call) => (isRefresh(call) ? failedByService : undefined)
  const expired = await sendsExpired(() =>
    interfering(account, fail, () =>
      scenario.update(donation, scenario.ordinaryChange(2), { mayFail: true, mayBeLost: true }),
    ),
  )
  trial.ensure(expired === undefined, () => ({
    expected: EXPECTED,
    received: 'a call with the access token that had expired, where the service failed at the refresh',
    calls: expired ? account.calls.slice(0, account.calls.indexOf(expired) + 1).slice(-2) : [],
  }))
}

/** Whether the call carries a token that had expired when the user asked, or long before the call arrived. */
function usesExpired(account: Account, call: Call, askedAt: number): boolean {
  const used = account.accessTokens.find(({ token }) => call.host === 'api' && token.value === bearerOf(call))
  if (used === undefined || used.isEnded) return false
  // An update whose token expired meanwhile by the machine's fault has ended the test by now.
  const isLate = isUpdateCall(call) && (expiredFor(account, call, askedAt) ?? 0) > LATE_MS
  return used.token.expiresAt < askedAt || isLate
}

/** PARTNER-9: tokens that live for seconds. */
export const partner9 = requirement(
  'PARTNER-9',
  test('tokens that expire', (trial) =>
    trial.each(
      [
        ...rows.map((row) => ({ label: row.label, run: () => expires(trial, row) })),
        { label: 'a refresh that fails', run: () => refreshFails(trial) },
      ],
      ({ run }) => run(),
    )),
)
