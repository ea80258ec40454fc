import { InconclusiveError } from '../../contract/verdict.ts'
import { type Past, pasts } from '../session/pasts.ts'
import { described, type Flow, type Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { requirement, test } from './requirement.ts'

/** The parameters that an authorization request has once each, and what they have to be. */
function problemsOf({ examination: { registration } }: Trial, parameters: URLSearchParams): string[] {
  const exact = {
    response_type: 'code',
    client_id: registration.clientId,
    redirect_uri: registration.redirectUri,
  }
  const wrong = Object.entries(exact).flatMap(([name, wanted]) => {
    const values = parameters.getAll(name)
    if (values.length === 1 && values[0] === wanted) return []
    return [
      values.length === 0
        ? `no ${name}`
        : `${name} ${values.map((value) => JSON.stringify(value)).join(' and ')}`,
    ]
  })
  const scopes = parameters.getAll('scope')
  const isScope =
    scopes.length === 1 &&
    /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(scopes[0] ?? '') &&
    !isEscapedTwice(scopes[0] ?? '', registration.scope)
  return isScope
    ? wrong
    : [...wrong, scopes.length === 0 ? 'no scope' : `scope ${JSON.stringify(scopes.join(' and '))}`]
}

/** Whether it is the registered scope, escaped once too often: one word, which no service knows. */
function isEscapedTwice(scope: string, registered: string): boolean {
  return scope !== registered && new URLSearchParams(`scope=${scope}`).get('scope') === registered
}

async function newUser(trial: Trial): Promise<void> {
  const { config } = trial.examination
  const scenario = trial.scenario('a new user')
  const arrival = await scenario.openConnect()
  const { status } = arrival.exchange.response ?? {}
  if (arrival.kind === 'answer' && (status === 404 || status === 405 || status === 501))
    throw new InconclusiveError(
      `${config.connect.method} ${config.connect.path} is answered with ${status}: it is no page to connect`,
      ['PARTNER_CONNECT'],
    )
  if (arrival.kind === 'stuck' && arrival.exchange.failure) throw new InconclusiveError(arrival.why)
  trial.ensure(arrival.kind === 'authorization', () => ({
    expected: expectedOf(trial),
    received: described(arrival),
    browsed: scenario.exchanges,
  }))
  if (arrival.kind === 'authorization') judge(trial, scenario, arrival.sending)
}

/** Who came before may connect again: for another organization, after a change of mind, or after a failure. */
async function again(trial: Trial, { label, options, live }: Past): Promise<void> {
  const scenario = trial.scenario(label, options)
  await live(scenario)
  judge(trial, scenario, (await scenario.begin()).sending)
}

function expectedOf({ examination: { registration } }: Trial): string {
  return `the user is sent to ${registration.authUrl}/oauth2/authorize with response_type=code, client_id=${registration.clientId}, redirect_uri=${registration.redirectUri} and a scope`
}

function judge(trial: Trial, scenario: Scenario, { method, url }: Flow['sending']): void {
  const problems = problemsOf(trial, url.searchParams)
  trial.ensure(method === 'GET' && problems.length === 0, () => ({
    expected: expectedOf(trial),
    received:
      method === 'GET' ? `an authorization request with ${problems.join(', ')}` : `a ${method} request`,
    browsed: scenario.exchanges,
  }))
}

/** PARTNER-1: the authorization request that the browser is sent to. */
export const partner1 = requirement(
  'PARTNER-1',
  test('a user connects', newUser),
  test('a user connects again', (trial) => trial.each(pasts, (past) => again(trial, past))),
)
