import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { isTokenCall } from '../service/call.ts'
import type { Flow } from '../session/flow.ts'
import { codeRefused, pasts } from '../session/pasts.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { undecidedIsFine } from '../session/undecided.ts'
import { paddedState } from './padded-states.ts'
import { inProductionToo, overAll, requirement, test } from './requirement.ts'
import { type StateAttack, stateAttacks, wrongStates } from './state-attacks.ts'

/** An application may exchange a code after it has answered the callback, in milliseconds. */
const EXCHANGE_MS = 600

async function attack(trial: Trial, row: StateAttack): Promise<void> {
  const { label, before, state, isOtherFinished = false } = row
  const victim = trial.scenario(label)
  const own = await prepared(victim, before)
  const another = trial.scenario(`${label} (the other browser)`)
  const other = await (isOtherFinished ? finished(another) : begun(another))
  const newest = victim.flows.at(-1)
  const sent = state({ own, newest: newest ? stateOf(newest) : '', other })
  // Nothing to change in it, or no state at all: that is a matter of PARTNER-2.
  if (sent !== null) await callBack(trial, victim, { ...row, state: sent })
}

/** The wrong states once more, in a new flow of a user who has been through something. */
const afterPasts = pasts.flatMap((past) =>
  wrongStates.map(({ label, state }) => ({ label: `${label} of ${past.label}`, past, state: state() })),
)

async function attackAgain(trial: Trial, { label, past, state }: (typeof afterPasts)[number]): Promise<void> {
  const victim = trial.scenario(label, past.options)
  await past.live(victim)
  await victim.begin()
  await callBack(trial, victim, { label, state })
}

/** A user who was sent to a wrong callback connects all the same, by the code of their own callback. */
async function connectAfterwards(trial: Trial, row: (typeof wrongStates)[number]): Promise<void> {
  const label = `${row.label} before an ordinary flow`
  const victim = trial.scenario(label)
  await victim.begin()
  await callBack(trial, victim, { label, state: row.state() })
  await victim.connect()
}

/** Where it matters most, the state may be looked at otherwise. */
async function inProduction(trial: Trial): Promise<void> {
  const isConnected = await trial.scenario('an ordinary flow in production').connect().catch(undecidedIsFine)
  if (isConnected === undefined) throw new NotApplicableError('nobody can connect in production')
  await trial.each(wrongStates, async ({ label, state }) => {
    const victim = trial.scenario(`${label} in production`)
    await victim.begin()
    await callBack(trial, victim, { label, state: state() })
  })
}

/** Opens a callback with a living code, which must not be exchanged. */
async function callBack(
  trial: Trial,
  victim: Scenario,
  {
    label,
    state,
    parameter = 'state',
    error,
  }: Pick<StateAttack, 'label' | 'parameter' | 'error'> & { readonly state: string | undefined },
): Promise<void> {
  const { service, registration } = trial.examination
  const code = service.issueCode(registration.environment, victim.account)
  const callback = new URL(registration.redirectUri)
  if (error !== undefined) {
    callback.searchParams.set('error', error)
    callback.searchParams.set('error_description', 'This is not possible.')
  }
  callback.searchParams.set('code', code)
  if (state !== undefined) callback.searchParams.set(parameter, state)
  await victim.openCallback(callback)
  await victim.wait(EXCHANGE_MS)
  const calls = service.calls.filter((call) => isTokenCall(call) && holds(call, code))
  trial.ensure(calls.length === 0, () => ({
    expected: `no token request with the code of a callback with ${label}`,
    received: 'the application exchanged the code',
    calls,
    browsed: victim.exchanges,
  }))
}

/** The state of the browser's own first flow; empty where it has none. */
async function prepared(victim: Scenario, before: StateAttack['before']): Promise<string> {
  switch (before) {
    case 'never came':
      return ''
    case 'only looked around':
      await victim.open(victim.browser.at('/'))
      return ''
    case 'began a flow':
      return begun(victim)
    case 'had a code refused': {
      await codeRefused(victim)
      const refused = victim.flows.at(-1)
      return refused ? stateOf(refused) : ''
    }
    case 'finished a flow':
      return finished(victim)
    case 'finished a flow and began another': {
      const state = await finished(victim)
      await victim.begin()
      return state
    }
  }
}

async function begun(scenario: Scenario): Promise<string> {
  return stateOf(await scenario.begin())
}

async function finished(scenario: Scenario): Promise<string> {
  const flow = await scenario.begin()
  await scenario.openCallback(await scenario.approve(flow))
  await scenario.until(() => scenario.account.accessTokens.length > 0, EXCHANGE_MS)
  return stateOf(flow)
}

function stateOf({ parameters }: Flow): string {
  return parameters.get('state') ?? ''
}

function holds({ query, body }: { readonly query: string; readonly body: string }, code: string): boolean {
  return query.includes(code) || body.includes(code)
}

/** Some applications answer, and exchange the code later, in the background. */
async function noneLater(trial: Trial): Promise<void> {
  const { calls, issuedCodes } = trial.examination.service
  if (issuedCodes.length === 0) throw new InconclusiveError('no callback with a wrong state was opened')
  const later = calls.filter((call) => isTokenCall(call) && issuedCodes.some((code) => holds(call, code)))
  trial.ensure(later.length === 0, () => ({
    expected: 'no token request with the code of a callback with a wrong state, at any time',
    received: 'the application exchanged the code',
    calls: later.slice(0, 3),
  }))
}

/** PARTNER-3: callbacks with a living code and a wrong state. */
export const partner3 = requirement(
  'PARTNER-3',
  test('callbacks with a wrong state', async (trial) => {
    // Who never connects exchanges no code whatever the state is.
    await trial.scenario('an ordinary flow').connect()
    await trial.each(stateAttacks, (one) => attack(trial, one))
  }),
  test('a state that is padded', paddedState),
  test('wrong states in later flows', async (trial) => {
    await trial.scenario('an ordinary flow').connect()
    await trial.each(afterPasts, (one) => attackAgain(trial, one))
  }),
  test('ordinary flows after wrong states', (trial) =>
    trial.each(wrongStates, (one) => connectAfterwards(trial, one))),
  inProductionToo('wrong states in production', inProduction),
  overAll('no code of these later', noneLater),
)
