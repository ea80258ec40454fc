import type { Exchange } from '../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { described } from '../browser/described.ts'
import type { Flow } from '../session/flow.ts'
import { type Past, pasts } from '../session/pasts.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { parameterProblems } from './authorization-parameters.ts'
import { requireConnectPage } from './connect-page.ts'
import { leavingSandboxOut } from './environments.ts'
import { redirectedFlows, strayFlows } from './flow-states.ts'
import { overAll, overProduction, requirement, test } from './requirement.ts'

async function newUser(trial: Trial): Promise<void> {
  const scenario = trial.scenario('a new user')
  const arrival = await scenario.openConnect()
  requireConnectPage(trial, scenario, arrival)
  if (arrival.kind === 'stuck' && arrival.exchange.failure) throw new InconclusiveError(arrival.why)
  trial.ensure(arrival.kind === 'authorization', () => ({
    expected: expectedOf(trial),
    received: described(arrival),
    browsed: scenario.exchanges,
  }))
  if (arrival.kind === 'authorization') judge(trial, scenario, arrival.sending)
}

/** A customer may connect again: for another organization, after a change of mind, or after a failure. */
async function again(trial: Trial, { label, options, live }: Past): Promise<void> {
  const scenario = trial.scenario(label, options)
  let open: InconclusiveError | undefined
  try {
    await live(scenario)
    await scenario.begin()
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error
    open = error
  }
  // A wrong request may be why the user came no further.
  for (const { sending } of scenario.flows) judge(trial, scenario, sending)
  reachesTheEndpoint(trial, scenario.exchanges)
  if (open) throw open
}

function expectedOf({ examination: { registration } }: Trial): string {
  return `the user is sent to ${registration.authUrl}/oauth2/authorize with response_type=code, client_id=${registration.clientId}, redirect_uri=${registration.redirectUri} and a scope`
}

function judge(trial: Trial, scenario: Scenario, { method, url }: Flow['sending']): void {
  const problems = parameterProblems(trial.examination.registration, url.searchParams)
  trial.ensure(method === 'GET' && problems.length === 0, () => ({
    expected: expectedOf(trial),
    received:
      method === 'GET' ? `an authorization request with ${problems.join(', ')}` : `a ${method} request`,
    browsed: scenario.exchanges,
  }))
}

/** Whoever is led to the authorization host to approve is led to its endpoint: there is no other path for that. */
function reachesTheEndpoint(trial: Trial, browsed: readonly Exchange[]): void {
  const [stray] = strayFlows(browsed, trial.examination.registration.authUrl)
  trial.ensure(stray === undefined, () => ({
    expected: expectedOf(trial),
    received: `an authorization request to the path ${stray?.path}`,
    browsed: stray ? [stray.exchange] : [],
  }))
}

/** Whatever the user asked for: the answer to an update may lead there, and so may that to a callback. */
async function everyRedirect(trial: Trial): Promise<void> {
  const { browsed, registration } = trial.examination
  reachesTheEndpoint(trial, browsed)
  const flows = redirectedFlows(browsed, registration.authUrl)
  // An application may lead there by links and forms alone.
  if (flows.length === 0) throw new NotApplicableError('no answer redirects to the authorization endpoint')
  for (const { parameters, exchange } of flows) {
    const problems = parameterProblems(registration, parameters)
    trial.ensure(problems.length === 0, () => ({
      expected: expectedOf(trial),
      received: `an authorization request with ${problems.join(', ')}`,
      browsed: [exchange],
    }))
  }
}

/** Each that a user of production was sent on with, by a redirect or otherwise. */
async function everyRequestInProduction(trial: Trial): Promise<void> {
  const { browsed, flows, registration, service } = trial.examination
  reachesTheEndpoint(trial, browsed)
  const all = [...flows, ...redirectedFlows(browsed, registration.authUrl)]
  if (all.length === 0) throw new NotApplicableError('nobody was sent to the authorization endpoint')
  for (const { parameters, exchange } of all) {
    const judgedBy = leavingSandboxOut(service.registrations, (name) => parameters.get(name))
    const problems = parameterProblems(judgedBy, parameters)
    trial.ensure(problems.length === 0, () => ({
      expected: expectedOf(trial),
      received: `an authorization request with ${problems.join(', ')}`,
      browsed: [exchange],
    }))
  }
}

/** PARTNER-1: the authorization request that the browser is sent to. */
export const partner1 = requirement(
  'PARTNER-1',
  test('a user connects', newUser),
  test('a user connects again', (trial) => trial.each(pasts, (past) => again(trial, past))),
  overAll('every redirect', everyRedirect),
  overProduction('every request in production', everyRequestInProduction),
)
