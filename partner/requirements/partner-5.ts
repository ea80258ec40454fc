import type { Exchange } from '../../client/http/exchange.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import { described } from '../browser/described.ts'
import { endAccessTokens, interfering } from '../service/account.ts'
import { isCodeExchange, isRefresh, isTokenCall, parameterOf } from '../service/call.ts'
import { INVALID_GRANT, pasts } from '../session/pasts.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { connectedAgain } from './partner-7.ts'
import { overBoth, requirement, test } from './requirement.ts'
import { failedByService } from './turned-away.ts'
import { codeSentAgain, exchangesWith, ONCE } from './used-codes.ts'

/** When a second request with the same code would have come, in milliseconds. */
const RETRY_MS = 1_500

/** A user presses reload more than once. */
const RELOADS = 2

const reloads = [
  { label: 'the callback reloaded', between: async () => undefined },
  {
    label: 'the callback reloaded when a new flow has begun',
    between: async (scenario: Scenario) => void (await scenario.begin()),
  },
  {
    label: 'the callback reloaded after a second flow',
    between: async (scenario: Scenario) => void (await scenario.connect()),
  },
  { label: 'the callback reloaded after a refresh', between: refreshes },
  {
    label: 'the callback reloaded after a refresh that failed',
    // The tokens may be had in some other way then.
    between: (scenario: Scenario) =>
      interfering(
        scenario.account,
        (call) => (isRefresh(call) ? failedByService : undefined),
        () => refreshes(scenario),
      ),
  },
]

/** Has the tokens refreshed, as far as the application updates donations. */
async function refreshes(scenario: Scenario): Promise<void> {
  const [donation] = scenario.account.donations
  if (donation === undefined || scenario.examination.config.update === undefined) return
  endAccessTokens(scenario.account)
  await scenario.update(donation, scenario.ordinaryChange(), { mayFail: true })
}

async function reload(trial: Trial, { label, between }: (typeof reloads)[number]): Promise<void> {
  const scenario = trial.scenario(label)
  const callback = await scenario.approve(await scenario.begin())
  const before = scenario.exchanges.length
  await scenario.openCallback(callback)
  const behind = addressesOf(scenario.exchanges.slice(before + 1))
  if (!(await scenario.until(() => scenario.account.accessTokens.length > 0, RETRY_MS)))
    throw new InconclusiveError('after the callback no code is exchanged for tokens')
  await between(scenario)
  // What a user reloads may be a page that the callback led to.
  for (const address of behind) await scenario.open(address)
  for (let time = 1; time <= RELOADS; time++) await scenario.open(callback)
  await scenario.wait(RETRY_MS)
  // A code may be sent again where the application hung up: it heard of no end.
  const calls = exchangesWith(callback.searchParams.get('code') ?? '', scenario.account.calls).filter(
    ({ answer }) => answer !== undefined,
  )
  if (calls.length === 0) throw new InconclusiveError('no exchange of the code was answered')
  trial.ensure(calls.length === 1, () => ({
    expected: ONCE,
    received: `${calls.length} token requests with one code`,
    calls,
    browsed: scenario.exchanges,
  }))
}

/** The application's pages that a browser was led through, each once. */
function addressesOf(exchanges: readonly Exchange[]): readonly URL[] {
  const led = exchanges.filter(({ request, step }) => request.method === 'GET' && step?.to === 'application')
  return [...new Set(led.map(({ request }) => request.url))].map((url) => new URL(url))
}

/** Has a code refused. @throws ViolationError where it is sent again */
async function isGivenUp(trial: Trial, scenario: Scenario): Promise<void> {
  let first: string | undefined
  scenario.account.behaviour.interfere = (call) => {
    if (!isCodeExchange(call)) return undefined
    first ??= call.body
    return call.body === first ? { answer: INVALID_GRANT } : undefined
  }
  const callback = await scenario.approve(await scenario.begin())
  const landing = await scenario.openCallback(callback)
  await scenario.wait(RETRY_MS)
  // Whoever sees an error presses reload, looks whether they are connected, and tries what they came for.
  await scenario.open(callback)
  await scenario.connection()
  const [donation] = scenario.account.donations
  if (donation && trial.examination.config.update)
    await scenario.update(donation, scenario.ordinaryChange(), { mayFail: true, mayBeLost: true })
  await scenario.wait(RETRY_MS)
  const same = exchangesWith(callback.searchParams.get('code') ?? '', scenario.account.calls)
  if (same.length === 0) throw new InconclusiveError(`no code is exchanged: ${described(landing)}`)
  trial.ensure(same.length <= 1, () => ({
    expected: 'the code is given up when it is refused with invalid_grant',
    received: `${same.length} token requests with it`,
    calls: same,
    browsed: scenario.exchanges,
  }))
}

/** A user's first code is refused, and the user connects again. */
async function refused(trial: Trial): Promise<void> {
  const scenario = trial.scenario('the code refused')
  await isGivenUp(trial, scenario)
  const problem = await connectedAgain(() => scenario.connect())
  // Who never gets tokens is judged by other requirements.
  const { accounts } = trial.examination.service
  if (problem && [...accounts.values()].every(({ accessTokens }) => accessTokens.length === 0))
    throw new InconclusiveError(problem)
  trial.ensure(problem === undefined, () => ({
    expected: 'a new flow, when the user connects again after a code was refused',
    received: problem ?? '',
    calls: scenario.account.calls,
    browsed: scenario.exchanges,
  }))
}

/** What was sent after tokens or invalid_grant had come back for the same code. */
async function noCodeTwice(trial: Trial): Promise<void> {
  const calls = trial.examination.service.calls.filter(isTokenCall)
  if (!calls.some((call) => isCodeExchange(call) && parameterOf(call, 'code')))
    throw new InconclusiveError('no code was exchanged')
  const again = codeSentAgain(calls)
  trial.ensure(again === undefined, () => ({
    expected: ONCE,
    received: 'the application sent a code again after it was used',
    calls: again ?? [],
  }))
}

/** PARTNER-5: codes that were used or refused. */
export const partner5 = requirement(
  'PARTNER-5',
  test('a reloaded callback', (trial) => trial.each(reloads, (one) => reload(trial, one))),
  test('a refused code', refused),
  test('a refused code of a later flow', (trial) =>
    trial.each(pasts, async ({ label, options, live }) => {
      const scenario = trial.scenario(`the code refused of ${label}`, options)
      await live(scenario)
      await isGivenUp(trial, scenario)
      // What a new flow then sends is judged with every code.
      await scenario.openConnect()
    })),
  ...overBoth('every code', noCodeTwice),
)
