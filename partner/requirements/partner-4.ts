import { described } from '../browser/described.ts'
import { interfering } from '../service/account.ts'
import { type Call, isCodeExchange, parameterOf } from '../service/call.ts'
import { pasts } from '../session/pasts.ts'
import { EXCHANGE_MS, type Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { callsInProduction, leavingSandboxOut } from './environments.ts'
import { overProduction, requirement, test } from './requirement.ts'
import { tokenRequestProblems } from './token-requests.ts'
import { failedByService, SENT_AGAIN_MS } from './turned-away.ts'

/** How long after that a second request would come. */
const AFTERWARDS_MS = 300
const FLOWS = 6

const EXPECTED =
  'one POST to the token endpoint: a form with grant_type, code, client_id, client_secret and redirect_uri, each once and unchanged'

/** @param afterwardsMs how long another request with the code is waited for */
async function exchangesTheCode(
  trial: Trial,
  scenario: Scenario,
  afterwardsMs = AFTERWARDS_MS,
): Promise<void> {
  const { registration, service } = trial.examination
  const before = service.calls.length
  const callback = await scenario.approve(await scenario.begin())
  const code = callback.searchParams.get('code') ?? ''
  const landing = await scenario.openCallback(callback)
  const exchanges = () => sentWith(service.calls.slice(before), scenario, code)
  await scenario.until(() => exchanges().some(({ answer }) => answer !== undefined), EXCHANGE_MS)
  await scenario.wait(afterwardsMs)
  const calls = exchanges()
  const [first] = calls
  trial.ensure(first !== undefined, () => ({
    expected: EXPECTED,
    received: `no token request with the code of the callback; ${described(landing)}`,
    calls: scenario.account.calls,
    browsed: scenario.exchanges,
  }))
  if (first === undefined) return
  const wanted = { grant_type: 'authorization_code', code, redirect_uri: registration.redirectUri }
  for (const call of calls) {
    const problems = tokenRequestProblems(call, registration, wanted)
    trial.ensure(problems.length === 0, () => ({
      expected: EXPECTED,
      received: `a token request with ${problems.join(', ')}`,
      calls: [call],
    }))
  }
}

/** An exchange that the service could not take may be sent again, as it was. */
async function exchangedAgain(trial: Trial): Promise<void> {
  const scenario = trial.scenario('the service fails once')
  let isOver = false
  const failFirst = (call: Call) => {
    if (isOver || !isCodeExchange(call)) return undefined
    isOver = true
    return { answer: failedByService.answer }
  }
  await interfering(scenario.account, failFirst, () => exchangesTheCode(trial, scenario, SENT_AGAIN_MS))
}

/** Token requests since this callback, of this customer or of nobody known: a code may be sent in a way that garbles it. */
function sentWith(sent: readonly Call[], { account }: Scenario, code: string): readonly Call[] {
  const calls = sent.filter((call) => isCodeExchange(call) && call.account === account)
  const own = calls.filter((call) => parameterOf(call, 'code') === code)
  if (calls.length > 0) return own.length > 0 ? own : calls
  const start = code.slice(0, 6)
  return sent.filter(
    (call) => isCodeExchange(call) && call.account === undefined && decodedText(call).includes(start),
  )
}

function decodedText({ query, body }: Call): string {
  return [query, body].map((text) => [...new URLSearchParams(text).values(), text].join(' ')).join(' ')
}

/** Whatever led to them: only that they have a code and the form is judged, not whose code it is. */
async function everyExchangeInProduction(trial: Trial): Promise<void> {
  const { registrations } = trial.examination.service
  for (const call of callsInProduction(trial.examination, isCodeExchange)) {
    const judgedBy = leavingSandboxOut(registrations, (name) => parameterOf(call, name))
    const code = parameterOf(call, 'code') ?? ''
    const wanted = { grant_type: 'authorization_code', code, redirect_uri: judgedBy.redirectUri }
    const problems = tokenRequestProblems(call, judgedBy, wanted)
    trial.ensure(problems.length === 0, () => ({
      expected: EXPECTED,
      received: `a token request with ${problems.join(', ')}`,
      calls: [call],
    }))
  }
}

/** PARTNER-4: the token request that follows a callback. */
export const partner4 = requirement(
  'PARTNER-4',
  test('a user connects', (trial) => exchangesTheCode(trial, trial.scenario())),
  test('a user connects again', (trial) =>
    trial.each(pasts, async ({ label, options, live }) => {
      const scenario = trial.scenario(label, options)
      await live(scenario)
      await exchangesTheCode(trial, scenario)
    })),
  test('an exchange that fails', exchangedAgain),
  test('codes with characters that forms escape', async (trial) => {
    for (let flow = 1; flow <= FLOWS; flow++)
      await exchangesTheCode(trial, trial.scenario(`flow ${flow}`, { behaviour: { hasOddSecrets: true } }))
  }),
  overProduction('every exchange in production', everyExchangeInProduction),
)
