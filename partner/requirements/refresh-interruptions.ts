import { InconclusiveError } from '../../contract/verdict.ts'
import { endAccessTokens } from '../service/account.ts'
import { isRefresh, parameterOf } from '../service/call.ts'
import type { Trial } from '../session/trial.ts'
import { NEWEST, supersededUse } from './newest-refresh-token.ts'

/** What the service answers that is down for a second. */
const DOWN = {
  status: 503,
  body: { error: 'temporarily_unavailable', error_description: 'Try again in a second.' },
  headers: { 'retry-after': '1' },
}
const DOWN_MS = 1_100

/** A refresh fails for now: what was replaced before does not come back. Giving up the connection is legal. */
async function failsForNow(trial: Trial): Promise<void> {
  let isDown = false
  const scenario = trial.scenario('a refresh that fails for now', {
    behaviour: { interfere: (call) => (isDown && isRefresh(call) ? { answer: DOWN } : undefined) },
  })
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await scenario.connect()
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  endAccessTokens(account)
  await scenario.updateOrStop(donation, scenario.ordinaryChange(1))
  endAccessTokens(account)
  isDown = true
  await scenario.update(donation, scenario.ordinaryChange(2), { mayBeSilent: true })
  await scenario.wait(DOWN_MS)
  isDown = false
  for (let number = 3; number <= 4; number++)
    await scenario.update(donation, scenario.ordinaryChange(number), { mayBeSilent: true })
  const stale = supersededUse(account)
  trial.ensure(stale === undefined, () => ({
    expected: NEWEST,
    received: `after a refresh that failed with 503, a refresh token goes out that the service had replaced ${stale?.afterMs} ms before`,
    calls: stale?.calls ?? [],
  }))
}

/** The user connects a second time: the tokens of that flow take the place of those of the first. */
async function connectsTwice(trial: Trial): Promise<void> {
  const scenario = trial.scenario('connected a second time')
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await scenario.connect()
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  const first = new Set(account.refreshTokens.map(({ token }) => token.value))
  await scenario.connect()
  const after = account.calls.length
  endAccessTokens(account)
  await scenario.update(donation, scenario.ordinaryChange(1))
  const refreshes = account.calls.slice(after).filter(isRefresh)
  if (refreshes.length === 0) throw new InconclusiveError('the application does not refresh')
  const old = refreshes.find((call) => first.has(parameterOf(call, 'refresh_token') ?? ''))
  trial.ensure(old === undefined, () => ({
    expected: NEWEST,
    received: 'after the user connected a second time, a refresh with the refresh token of the first time',
    calls: old ? [old] : [],
  }))
}

/** What comes between the refreshes of a chain, and must not bring an old token back. */
export const interruptions = [
  { label: 'a refresh that fails for now', run: failsForNow },
  { label: 'a second connection', run: connectsTwice },
]
