import { InconclusiveError } from '../../contract/verdict.ts'
import { revokeGrants } from '../service/account.ts'
import { isRefresh, parameterOf } from '../service/call.ts'
import type { Trial } from '../session/trial.ts'
import { requirement, test } from './requirement.ts'
import { type TokenDeath, tokenDeaths } from './token-deaths.ts'

/** When another try in the background would have come, in milliseconds. */
const RETRY_MS = 1_500
/** Updates after the service revoked everything. */
const UPDATES = 3

async function revoked(trial: Trial, death: TokenDeath): Promise<void> {
  const { lifetimeSeconds } = death
  const scenario = trial.scenario(`found by ${death.label}`, { behaviour: { lifetimeSeconds } })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await scenario.connect()
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  revokeGrants(account)
  const dead = new Set(account.refreshTokens.map(({ token }) => token.value))
  const after = account.calls.length
  await death.happen(scenario)
  for (let time = 1; time <= UPDATES; time++) {
    const { outcome, exchange, calls } = await scenario.update(donation, scenario.ordinaryChange(time))
    trial.ensure(outcome === 'connect', () => ({
      expected: `the user is asked to connect again (401, 403, 409 or a redirect), at update ${time} after the refresh token was revoked`,
      received: `the update was answered with ${exchange.response?.status ?? exchange.failure?.message}`,
      calls,
      browsed: [exchange],
    }))
  }
  const wrong = account.calls
    .slice(after)
    .filter((call) => isRefresh(call) && dead.has(parameterOf(call, 'refresh_token') ?? ''))
  trial.ensure(wrong.length <= 1, () => ({
    expected: 'the refresh token is given up when it is refused with invalid_grant',
    received: `${wrong.length} refreshes with a dead refresh token`,
    calls: wrong,
  }))
  const problem = await connectedAgain(() => scenario.connect())
  trial.ensure(problem === undefined, () => ({
    expected: 'a new flow that works, when the user connects again',
    received: problem ?? '',
    browsed: scenario.exchanges.slice(-6),
  }))
  const { outcome, exchange, calls } = await scenario.update(donation, scenario.ordinaryChange(UPDATES + 1))
  trial.ensure(outcome === 'done', () => ({
    expected: 'updates that arrive again after the user has connected again',
    received: `the update was answered with ${exchange.response?.status ?? exchange.failure?.message}`,
    calls,
    browsed: [exchange],
  }))
  await scenario.wait(RETRY_MS)
  const late = account.calls
    .slice(after)
    .filter((call) => isRefresh(call) && dead.has(parameterOf(call, 'refresh_token') ?? ''))
  trial.ensure(late.length <= 1, () => ({
    expected: 'the refresh token is given up when it is refused with invalid_grant',
    received: `${late.length} refreshes with a dead refresh token, the last after the user connected again`,
    calls: late,
  }))
}

/** Why it does not come to tokens; undefined where it does. */
async function connectedAgain(connect: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await connect()
    return undefined
  } catch (error) {
    if (error instanceof InconclusiveError) return error.message
    throw error
  }
}

/** PARTNER-7: a refresh token that the service revoked. */
export const partner7 = requirement(
  'PARTNER-7',
  test('a revoked refresh token', (trial) => trial.each(tokenDeaths, (one) => revoked(trial, one))),
)
