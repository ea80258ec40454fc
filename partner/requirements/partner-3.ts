import { isTokenCall } from '../service/call.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { requirement, test } from './requirement.ts'
import { type StateAttack, stateAttacks } from './state-attacks.ts'

/** An application may exchange a code after it has answered the callback, in milliseconds. */
const EXCHANGE_MS = 600

async function attack(trial: Trial, { label, before, state, hasError }: StateAttack): Promise<void> {
  const victim = trial.scenario(label)
  const own = await prepared(victim, before)
  const other = (await trial.scenario(`${label} (the other browser)`).begin()).parameters.get('state') ?? ''
  const sent = state({ own, other })
  // Nothing to change in it, or no state at all: that is a matter of PARTNER-2.
  if (sent === null) return
  const { service, registration } = trial.examination
  const code = service.issueCode(registration.environment, victim.account)
  const callback = new URL(registration.redirectUri)
  if (hasError) callback.searchParams.set('error', 'access_denied')
  callback.searchParams.set('code', code)
  if (sent !== undefined) callback.searchParams.set('state', sent)
  await victim.open(callback)
  await victim.wait(EXCHANGE_MS)
  const calls = service.calls.filter((call) => isTokenCall(call) && holds(call, code))
  trial.ensure(calls.length === 0, () => ({
    expected: `no token request with the code of a callback with ${label}`,
    received: 'the application exchanged the code',
    calls,
    browsed: victim.exchanges,
  }))
}

/** The state of the browser's own flow; empty where it has none. */
async function prepared(victim: Scenario, before: StateAttack['before']): Promise<string> {
  if (before === 'never came') return ''
  const flow = await victim.begin()
  const state = flow.parameters.get('state') ?? ''
  if (before === 'finished a flow') {
    await victim.open(await victim.approve(flow))
    await victim.until(() => victim.account.accessTokens.length > 0, EXCHANGE_MS)
  }
  return state
}

function holds({ query, body }: { readonly query: string; readonly body: string }, code: string): boolean {
  return query.includes(code) || body.includes(code)
}

/** PARTNER-3: callbacks with a living code and a wrong state. */
export const partner3 = requirement(
  'PARTNER-3',
  test('callbacks with a wrong state', async (trial) => {
    // Who never connects exchanges no code whatever the state is.
    await trial.scenario('an ordinary flow').connect()
    await trial.each(stateAttacks, (one) => attack(trial, one))
  }),
)
