import { isDeepStrictEqual } from 'node:util'
import { endAccessTokens } from '../service/account.ts'
import { bearerOf, type Call, isAnsweredWell, isRefresh, isUpdateCall, jsonBodyOf } from '../service/call.ts'
import { withEachCustomer } from '../session/customers.ts'
import type { UpdateAttempt } from '../session/outcome.ts'
import type { Trial } from '../session/trial.ts'
import { kindsOfChanges } from './change-examples.ts'
import { requirement, test } from './requirement.ts'

/** The first call, the one after a refresh, and a second round at most. */
export const MOST_CALLS = 3
const MOST_REFRESHES = 2
/** An application that would repeat for ever is let out after so many. */
const PLENTY = 20
/** When another repetition would have come, in milliseconds. */
const AFTERWARDS_MS = 2_500

/** So many rounds have an update of another donation before the one that is refused; the number of its first change. */
const AFTER_ANOTHER = 2
const FIRST_OF_OTHER = 10

const rows = withEachCustomer([{ label: 'a living token refused' }])

/** A living token is refused now and then: each time one refresh, and the call once more. */
async function repeatsOnce(trial: Trial, { label, customer }: (typeof rows)[number]): Promise<void> {
  const scenario = trial.scenario(label, { ...customer.options, statuses: ['pledged', 'settled'] })
  const { account } = scenario
  const [pledged] = account.donations
  if (pledged === undefined) return
  await customer.connect(scenario)
  await scenario.updateOrStop(pledged, scenario.ordinaryChange())
  // Beside an ordinary change, none is nothing new.
  const kinds = kindsOfChanges(account).filter((changes) => Object.keys(changes).length > 0)
  for (const [index, beside] of kinds.entries()) {
    const donation = (index % 2 === 0 && account.donations[1]) || pledged
    const round = index + 1
    const known = refusedTokens(account.calls)
    // What the application refuses by itself sends nothing that could be refused.
    const { outcome, calls } = await scenario.update(donation, { ...scenario.ordinaryChange(), ...beside })
    // Another of its processes may still have the old token, and looks for the new one.
    const isForgotten =
      calls.some(isRefresh) && calls.some((call) => isUpdateCall(call) && known.has(bearerOf(call)))
    trial.ensure(!isForgotten, () => ({
      expected: 'later calls go out with the new token, too',
      received: 'a refresh after an update with a token that the service had refused before',
      calls,
    }))
    // What the donation has already need not be sent: something is new each time.
    const changes = { ...(outcome === 'done' ? beside : {}), ...scenario.ordinaryChange(round) }
    // What is repeated is the call that was refused, and not what the session did before it.
    const other = account.donations.find((one) => one !== donation)
    if (other && round <= AFTER_ANOTHER)
      await scenario.update(other, scenario.ordinaryChange(FIRST_OF_OTHER + round))
    const before = refusedTokens(account.calls)
    endAccessTokens(account)
    const update = await scenario.update(donation, changes)
    const problem = problemOf(update, before)
    trial.ensure(problem === undefined, () => ({
      expected: 'after invalid_token one refresh, and the same call once more with the new token',
      received: `${problem} (time ${round} of ${kinds.length}); the update was answered with ${update.exchange.response?.status ?? update.exchange.failure?.message}`,
      calls: update.calls,
      browsed: [update.exchange],
    }))
  }
}

function isRefused({ answer }: Call): boolean {
  return answer?.response.status === 401
}

function refusedTokens(calls: readonly Call[]): ReadonlySet<string | undefined> {
  return new Set(calls.filter(isRefused).map(bearerOf))
}

/** What is wrong with an update whose token was refused, apart from calls with tokens that were refused `before`. */
function problemOf(
  { outcome, calls, sent: all }: UpdateAttempt,
  before: ReadonlySet<string | undefined>,
): string | undefined {
  const sent = all.filter((call) => !before.has(bearerOf(call)))
  const refreshes = calls.filter(isRefresh)
  const refused = sent.filter(isRefused)
  // The application had a new token before it heard of it: nothing to judge.
  if (refused.length === 0 && sent.length > 0 && outcome === 'done') return undefined
  if (refreshes.length === 0) return 'no refresh with a token of this customer'
  if (refreshes.length > 1) return `${refreshes.length} refreshes`
  const [first] = refused
  const last = sent.at(-1)
  if (first === undefined || last === undefined || refused.includes(last))
    return 'the call was not sent again with a token that lives'
  // An application may make several calls of one update: only the one that was refused is repeated.
  const repeated = sent.filter((call) => isSameCall(first, call))
  if (repeated.length > 1 || refused.length > 1)
    return `the call was sent ${refused.length + repeated.length} times`
  const [again] = repeated
  if (again === undefined) return 'another call than before was sent after the refresh'
  if (!isAnsweredWell(again)) return `the repeated call was answered with ${again.answer?.response.status}`
  return outcome === 'done'
    ? undefined
    : 'the repeated call was taken, and the application failed all the same'
}

/** Whether a call is another once more, with another token. PATCH and PUT are the same (Update a donation, rule 4). */
export function isSameCall(one: Call, other: Call): boolean {
  return (
    one.path === other.path &&
    /^(PUT|PATCH)$/.test(other.method) &&
    bearerOf(one) !== bearerOf(other) &&
    isDeepStrictEqual(jsonBodyOf(one), jsonBodyOf(other))
  )
}

/** Every token is refused: an application must come to an end. */
async function doesNotRepeatForEver(trial: Trial): Promise<void> {
  let left = PLENTY
  const scenario = trial.scenario('every token refused', {
    behaviour: {
      interfere(call) {
        if (isUpdateCall(call) && account.behaviour.refusesTokens && left-- <= 0)
          account.behaviour.refusesTokens = false
        return undefined
      },
    },
  })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await scenario.connect()
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  account.behaviour.refusesTokens = true
  const before = account.calls.length
  await scenario.update(donation, scenario.ordinaryChange(1), { mayFail: true })
  await scenario.wait(AFTERWARDS_MS)
  const calls = account.calls.slice(before)
  const [sent, refreshes] = [calls.filter(isUpdateCall).length, calls.filter(isRefresh).length]
  trial.ensure(sent <= MOST_CALLS && refreshes <= MOST_REFRESHES, () => ({
    expected: `an end when the new token is refused too: at most ${MOST_CALLS} calls and ${MOST_REFRESHES} refreshes`,
    received: `${sent} calls and ${refreshes} refreshes`,
    calls: calls.slice(0, 8),
  }))
}

/** PARTNER-8: living tokens that are refused with invalid_token. */
export const partner8 = requirement(
  'PARTNER-8',
  test('a living token refused', (trial) => trial.each(rows, (row) => repeatsOnce(trial, row))),
  test('every token refused', doesNotRepeatForEver),
)
