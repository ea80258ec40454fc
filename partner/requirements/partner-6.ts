import { InconclusiveError } from '../../contract/verdict.ts'
import { bearerOf, type Call, isRefresh, isTokenCall, parameterOf } from '../service/call.ts'
import { type Customer, customers, withEachCustomer } from '../session/customers.ts'
import type { Trial } from '../session/trial.ts'
import { NEWEST, supersededUse } from './newest-refresh-token.ts'
import { interruptions } from './refresh-interruptions.ts'
import { overBoth, requirement, test } from './requirement.ts'
import { type TokenDeath, tokenDeaths } from './token-deaths.ts'
import { tokenRequestProblems } from './token-requests.ts'

/** Refreshes in a row. */
const ROUNDS = 4

/** The round of a chain in which the session is read just before the refresh. */
const READ_BEFORE = 2
/** What saves a session later has done so by then, in milliseconds. */
const SAVED_MS = 1_200

const rotations = [
  { label: 'rotation', rotates: () => true },
  { label: 'no rotation', rotates: () => false },
  { label: 'rotation now and then', rotates: (refreshes: number) => refreshes % 2 === 0 },
]

const chains = withEachCustomer(tokenDeaths).flatMap(({ customer, ...death }) =>
  rotations
    .filter((_, index) => index === 0 || customer === customers.one)
    .map(({ label: rotation, rotates }) => {
      const label = `${rotation}, ${death.label}`
      return { label, run: (trial: Trial) => chain(trial, { label, rotates, death, customer }) }
    }),
)

interface Chain {
  readonly label: string
  readonly rotates: (refreshes: number) => boolean
  readonly death: TokenDeath
  readonly customer: Customer
}

async function chain(trial: Trial, { label, rotates, death, customer }: Chain): Promise<void> {
  const { lifetimeSeconds } = death
  const scenario = trial.scenario(label, { ...customer.options, behaviour: { rotates, lifetimeSeconds } })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await customer.connect(scenario)
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  for (let round = 1; round <= ROUNDS; round++) {
    const issued = account.accessTokens.length
    await death.happen(scenario)
    // A page that is read just before a refresh may save its session, as it was, when the refresh is over.
    if (round === READ_BEFORE) await scenario.connection()
    const { outcome, calls, exchange } = await scenario.update(donation, scenario.ordinaryChange(round))
    if (round === READ_BEFORE) await scenario.wait(SAVED_MS)
    const stale = supersededUse(account)
    trial.ensure(stale === undefined, () => ({
      expected: NEWEST,
      received: `refresh ${round} went out with a refresh token that the service had replaced ${stale?.afterMs} ms before`,
      calls: stale?.calls ?? [],
    }))
    const isRefreshed = account.accessTokens.length > issued
    // An application that does not refresh at all here is judged by PARTNER-8 and PARTNER-9.
    if (round === 1 && !isRefreshed)
      throw new InconclusiveError(`the application does not refresh after ${death.label}`)
    // Whether the call is repeated is a matter of PARTNER-8: with the new token the next one has to arrive.
    const goesOn =
      outcome === 'done' ||
      (isRefreshed && (await scenario.update(donation, scenario.ordinaryChange(round))).outcome === 'done')
    trial.ensure(goesOn && isRefreshed, () => ({
      expected: NEWEST,
      received: isRefreshed
        ? `after refresh ${round} the update was answered with ${exchange.response?.status}`
        : `no refresh that the service takes, in round ${round} of ${ROUNDS}`,
      calls,
      browsed: [exchange],
    }))
  }
}

/** Two customers use the application in turn, and their tokens die in turn. */
async function inTurn(trial: Trial, death: TokenDeath): Promise<void> {
  const { lifetimeSeconds } = death
  const both = ['one', 'the other'].map((who) =>
    trial.scenario(`two customers in turn, ${death.label}: ${who}`, { behaviour: { lifetimeSeconds } }),
  )
  for (const scenario of both) await scenario.connect()
  for (let round = 0; round < 2; round++) {
    for (const scenario of both) {
      const [donation] = scenario.account.donations
      if (donation === undefined) continue
      if (round > 0) await death.happen(scenario)
      const { calls, exchange, sent } = await scenario.update(donation, scenario.ordinaryChange(round))
      const foreign = sent.find((call) => isForeign(trial, call))
      trial.ensure(foreign === undefined, () => ({
        expected: "each customer's donations updated with the tokens of that customer",
        received: "an update of one customer's donation with the token of the other",
        calls: foreign ? [foreign] : calls,
        browsed: [exchange],
      }))
    }
  }
}

/** Whether a call about one customer's donation carries the token of another. */
function isForeign({ examination: { service } }: Trial, call: Call): boolean {
  const token = bearerOf(call)
  if (token === undefined || call.account === undefined) return false
  const owner = [...service.accounts.values()].find(({ accessTokens }) =>
    accessTokens.some((one) => one.token.value === token),
  )
  return owner !== undefined && owner !== call.account
}

async function refreshesAreForms(trial: Trial): Promise<void> {
  const { service } = trial.examination
  const refreshes = service.calls.filter(isRefresh)
  if (refreshes.length === 0) throw new InconclusiveError('no refresh was sent')
  const issued = new Set(
    [...service.accounts.values()].flatMap(({ refreshTokens }) =>
      refreshTokens.map(({ token }) => token.value),
    ),
  )
  for (const call of refreshes) {
    const given = parameterOf(call, 'refresh_token')
    const wanted = { grant_type: 'refresh_token', refresh_token: given ?? '' }
    const problems = tokenRequestProblems(call, service.registrations[call.environment], wanted)
    if (given !== undefined && !issued.has(given))
      problems.push('a refresh token that the service never gave out')
    trial.ensure(problems.length === 0, () => ({
      expected:
        'a refresh by a form POST with grant_type, refresh_token, client_id and client_secret, each once and unchanged',
      received: `a refresh with ${problems.join(', ')}`,
      calls: [call],
    }))
  }
}

async function customersAreKeptApart(trial: Trial): Promise<void> {
  const calls = trial.examination.service.calls.filter(
    (call) => !isTokenCall(call) && bearerOf(call) !== undefined,
  )
  if (calls.length === 0) throw new InconclusiveError('no call was sent')
  const foreign = calls.find((call) => isForeign(trial, call))
  trial.ensure(foreign === undefined, () => ({
    expected: "each customer's donations updated with the tokens of that customer",
    received: "a call about one customer's donation with the token of another",
    calls: foreign ? [foreign] : [],
  }))
}

/** PARTNER-6: chains of refreshes, and customers whose tokens must not be mixed up. */
export const partner6 = requirement(
  'PARTNER-6',
  test('chains of refreshes', (trial) => trial.each([...chains, ...interruptions], ({ run }) => run(trial))),
  test('two customers in turn', (trial) => trial.each(tokenDeaths, (one) => inTurn(trial, one))),
  ...overBoth('every refresh', refreshesAreForms),
  ...overBoth('every call', customersAreKeptApart),
)
