import type { Donation } from '../../mock/store.ts'
import { isAskedFor } from '../service/asked-for.ts'
import {
  type Call,
  donationIdOf,
  errorOf,
  isAnsweredWell,
  isRefresh,
  isUpdateCall,
  membersOf,
  parameterOf,
} from '../service/call.ts'
import { type Customer, withEachCustomer } from '../session/customers.ts'
import type { UpdateAttempt } from '../session/outcome.ts'
import type { Trial } from '../session/trial.ts'
import type { Changes } from './change-examples.ts'
import { requirement, test } from './requirement.ts'
import { type TokenDeath, tokenDeaths } from './token-deaths.ts'

const UPDATES = 5
const ROUNDS = 2
/** Changes of a burst are numbered from there: no other has these values. */
const FIRST_OF_BURST = 10
/** Slow enough that refreshes overlap where they are not shared, in milliseconds. */
const REFRESH_MS = 250
/** Between the answers to the updates: the last hears of its dead token when the refresh of the first is over. */
const STEP_MS = 80

/** What applications answer to changes that they do not take: what is busy has statuses of its own, such as 423 and 429. */
const WRONG_CHANGES = [400, 422]

/** What was answered before it was sent would have arrived by then, in milliseconds. */
const ARRIVAL_MS = 3_000

/** Beside an ordinary change, by the donation: an application may share refreshes among changes of one kind alone. */
const BESIDE: readonly Changes[] = [{}, { advisor: { email: 'ada@advisors.example' } }]

interface Row extends TokenDeath {
  readonly customer: Customer
}

async function survives(trial: Trial, { label, lifetimeSeconds, happen, customer }: Row): Promise<void> {
  let updates = 0
  let isBurst = false
  const scenario = trial.scenario(label, {
    ...customer.options,
    statuses: Array.from({ length: UPDATES }, (_, index) => (index % 2 === 0 ? 'pledged' : 'settled')),
    behaviour: {
      lifetimeSeconds,
      interfere(call) {
        if (!isBurst) return undefined
        if (isRefresh(call)) return { delayMs: REFRESH_MS }
        return isUpdateCall(call) ? { delayMs: (updates++ % UPDATES) * STEP_MS } : undefined
      },
    },
  })
  const { account } = scenario
  const [first] = account.donations
  if (first === undefined) return
  await customer.connect(scenario)
  await scenario.updateOrStop(first, scenario.ordinaryChange())
  await happen(scenario)
  // Whether it refreshes at all is a matter of PARTNER-8 and PARTNER-9.
  await scenario.updateOrStop(first, scenario.ordinaryChange(1))
  for (let round = 1; round <= ROUNDS; round++) {
    const before = account.calls.length
    await happen(scenario)
    isBurst = true
    // Each has values of its own: what waits for the refresh must not be mixed up.
    const asked = account.donations.map((_, index) => scenario.ordinaryChange(FIRST_OF_BURST * round + index))
    const settled = await Promise.allSettled(
      account.donations.map((donation, index) =>
        scenario.update(donation, { ...asked[index], ...BESIDE[index] }),
      ),
    )
    isBurst = false
    const results = allOf(trial, settled, account.calls.slice(before))
    const loser = results.find(isTurnedAway)
    const sent = account.calls.slice(before).filter(isRefresh)
    trial.ensure(loser === undefined, () => ({
      expected: `${UPDATES} updates at the same moment when the token has just died share one refresh: each is done, or may be repeated`,
      received: `${sent.length} refreshes, and one of the updates ${loser?.outcome === 'connect' ? 'asks the user to connect again' : 'is refused as if its changes were wrong'}, with ${loser?.exchange.response?.status}`,
      calls: sent.slice(0, UPDATES + 1),
      browsed: loser ? [loser.exchange] : [],
    }))
    const done = account.donations.filter((_, index) => results[index]?.outcome === 'done')
    const arrived = (donation: Donation) => {
      const changes = asked[account.donations.indexOf(donation)] ?? {}
      return account.calls
        .slice(before)
        .some((call) => isUpdateCall(call) && donationIdOf(call) === donation.id && holds(call, changes))
    }
    await scenario.until(() => done.every(arrived), ARRIVAL_MS)
    const lost = done.filter((donation) => !arrived(donation))
    trial.ensure(lost.length === 0, () => ({
      expected: `of ${UPDATES} updates at the same moment when the token has just died, all that the application took done`,
      received: `${lost.length} updates that it took, and that the service never had`,
      calls: account.calls.slice(before),
    }))
    const failed = account.donations.filter((_, index) => results[index]?.outcome !== 'done')
    for (const donation of [...failed, first]) {
      const { outcome, exchange } = await scenario.update(donation, scenario.ordinaryChange(2 * round + 1))
      const refreshes = account.calls.slice(before).filter(isRefresh)
      trial.ensure(outcome === 'done', () => ({
        expected: `a connection that survives ${UPDATES} updates at the same moment when the token has just died: they share one refresh`,
        received: `${refreshes.length} refreshes, and the update repeated afterwards is answered with ${exchange.response?.status ?? exchange.failure?.message}`,
        calls: refreshes.slice(0, UPDATES + 1),
        browsed: [exchange],
      }))
    }
  }
}

/**
 * What became of all updates of a burst.
 * @param calls that arrived meanwhile
 * @throws ViolationError where one of them is open, and the calls show why; else what keeps it open
 */
function allOf(
  trial: Trial,
  settled: readonly PromiseSettledResult<UpdateAttempt>[],
  calls: readonly Call[],
): readonly UpdateAttempt[] {
  const open = settled.find((one) => one.status === 'rejected')
  if (open === undefined) return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const reuse = reusesOf(calls)
  // A job whose refresh is refused is lost, and nobody hears of it.
  trial.ensure(reuse.length === 0, () => ({
    expected: `${UPDATES} updates at the same moment when the token has just died share one refresh`,
    received: `${reuse.length} refreshes with the same refresh token, of which the service takes one, and updates that came to no end`,
    calls: reuse.slice(0, UPDATES + 1),
  }))
  throw open.reason
}

/** Refreshes with a refresh token for which one of them got new tokens, and another one invalid_grant; none where there are none. */
export function reusesOf(calls: readonly Call[]): readonly Call[] {
  const refreshes = calls.filter(isRefresh)
  const tokenOf = (call: Call) => parameterOf(call, 'refresh_token')
  const again = refreshes.find(
    (call) =>
      errorOf(call) === 'invalid_grant' &&
      refreshes.some((one) => isAnsweredWell(one) && tokenOf(one) === tokenOf(call)),
  )
  return again === undefined ? [] : refreshes.filter((one) => tokenOf(one) === tokenOf(again))
}

/** Nobody repeats what asks for another login, or what is said to be wrong itself. */
function isTurnedAway({ outcome, exchange }: UpdateAttempt): boolean {
  return outcome === 'connect' || WRONG_CHANGES.includes(exchange.response?.status ?? 0)
}

/** Whether the service took an update with these values. */
function holds(call: Call, changes: Changes): boolean {
  const members = membersOf(call)
  return (
    isAnsweredWell(call) &&
    Object.entries(changes).every(([field, value]) => isAskedFor(field, members[field], value))
  )
}

/** PARTNER-18: many updates at the moment when the token dies, and a service that takes reuse for theft. */
export const partner18 = requirement(
  'PARTNER-18',
  test('updates at the same moment', (trial) =>
    trial.each(withEachCustomer(tokenDeaths), (one) => survives(trial, one))),
)
