import { changingBits } from '../../client/oauth/changing-bits.ts'
import { unreadableParts } from '../../client/oauth/readable.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { isCodeExchange } from '../service/call.ts'
import type { Flow } from '../session/flow.ts'
import { type Past, pasts } from '../session/pasts.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { undecidedIsFine } from '../session/undecided.ts'
import {
  begunAnew,
  missing,
  type Problem,
  quotedState,
  redirectedFlows,
  repeated,
  type StatedFlow,
  stateOf,
} from './flow-states.ts'
import { findGuess, isHashOfFineTime } from './guessed-states.ts'
import { findJavaRandom, findLinear } from './linear-states.ts'
import { inProductionToo, overAll, overBoth, overProduction, requirement, test } from './requirement.ts'

/** So many flows begin in one session, and as many in sessions of their own. */
const FLOWS = 24
const FLOWS_AFTER = 3
/** There are many moments to try: the answers that came fastest leave the fewest. */
const TIMED = 2
/** RFC 6749, 10.10 asks for 128 bits; a random UUID has 122 that change, and 120 are taken for enough. */
const MIN_BITS = 120

const EXPECTED = `a state with each authorization request: never the same twice, at least ${MIN_BITS} bits that nobody can tell, neither a counter nor the time`

/** @throws InconclusiveError where the user is not sent to authorize */
async function flowsOf(scenario: Scenario, count: number): Promise<readonly Flow[]> {
  const flows: Flow[] = []
  while (flows.length < count) flows.push(await scenario.begin())
  return flows
}

/** Flows of a user who has been through something: as many as the application begins. */
async function flowsAfter(trial: Trial, { label, options, live }: Past): Promise<readonly Flow[]> {
  const scenario = trial.scenario(label, options)
  try {
    await live(scenario)
    await flowsOf(scenario, FLOWS_AFTER)
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error
  }
  return scenario.flows
}

async function statesAreUnpredictable(trial: Trial): Promise<void> {
  const session = trial.scenario('one session')
  const ofOne = await flowsOf(session, FLOWS)
  const sessions = Array.from({ length: FLOWS }, (_, index) => trial.scenario(`session ${index + 1}`))
  const ofMany: Flow[] = []
  for (const scenario of sessions) ofMany.push(...(await flowsOf(scenario, 1)))
  const after = await Promise.all(pasts.map((past) => flowsAfter(trial, past)))
  const all = [...ofOne, ...ofMany, ...after.flat()]
  const problem =
    missing(all) ?? repeated(all) ?? tooFewBits(ofOne) ?? tooFewBits(ofMany) ?? guessed(trial, ofOne)
  trial.ensure(problem === undefined, () => ({
    expected: EXPECTED,
    received: problem?.says ?? '',
    browsed: problem?.flows.slice(0, 4).map(({ exchange }) => exchange) ?? [],
  }))
}

function tooFewBits(flows: readonly Flow[]): Problem | undefined {
  const states = flows.map(stateOf)
  const bits = changingBits(unreadableParts(states), [...states.keys()])
  if (bits >= MIN_BITS) return undefined
  const examples = states.slice(0, 2).map(quotedState).join(' and ')
  return { says: `states in which ${Math.floor(bits)} bits change, such as ${examples}`, flows }
}

function guessed({ examination }: Trial, flows: readonly Flow[]): Problem | undefined {
  const times = flows.map(({ exchange: { startedAt, durationMs } }) => ({
    from: startedAt,
    to: startedAt + durationMs,
  }))
  const guess = findGuess(flows.map(stateOf), times, examination.registration.clientId)
  const flow = flows.find((one) => stateOf(one) === guess?.state)
  return guess && flow
    ? { says: `the state ${quotedState(guess.state)}, which is ${guess.made}`, flows: [flow] }
    : undefined
}

/**
 * Every redirect to the authorization endpoint, whatever was asked for. Two updates of one session may lead to one flow:
 * what comes twice there is no other.
 */
async function statesOfRedirects(trial: Trial): Promise<void> {
  const { browsed, registration, service } = trial.examination
  const flows = redirectedFlows(browsed, registration.authUrl)
  if (flows.length === 0) throw new NotApplicableError('no answer redirects to the authorization endpoint')
  const keyOf = (flow: StatedFlow) => `${flow.exchange.step?.scenario} ${stateOf(flow)}`
  const ofSessions = [...new Map(flows.map((flow) => [keyOf(flow), flow])).values()]
  const exchanges = service.calls.filter(isCodeExchange)
  const problem = missing(flows) ?? repeated(ofSessions) ?? begunAnew(flows, browsed, exchanges)
  trial.ensure(problem === undefined, () => ({
    expected: EXPECTED,
    received: problem?.says ?? '',
    browsed: problem?.flows.slice(0, 4).map(({ exchange }) => exchange) ?? [],
  }))
}

/** Nothing else is under way that it would keep waiting. */
function hashOfFineTime(flows: readonly Flow[]): Flow | undefined {
  return flows
    .toSorted((a, b) => a.exchange.durationMs - b.exchange.durationMs)
    .slice(0, TIMED)
    .find((flow) => {
      const { startedAt: from, durationMs } = flow.exchange
      return isHashOfFineTime(stateOf(flow), { from, to: from + durationMs })
    })
}

/** However many flows are under way at once, some begin one right after the other. */
async function statesDoNotFollow(trial: Trial): Promise<void> {
  const { flows } = trial.examination
  if (flows.length === 0) throw new InconclusiveError('no user was sent to the authorization endpoint')
  const timed = hashOfFineTime(flows)
  trial.ensure(timed === undefined, () => ({
    expected: EXPECTED,
    received: `the state ${quotedState(timed ? stateOf(timed) : '')}, which is a hash of the time`,
    browsed: timed ? [timed.exchange] : [],
  }))
  const found = findLinear(flows.map(stateOf))
  trial.ensure(found === undefined, () => ({
    expected: EXPECTED,
    received: `the state ${quotedState(found?.[1] ?? '')}, which follows from those before by a linear congruential generator`,
    browsed: flows.filter((flow) => found?.includes(stateOf(flow))).map(({ exchange }) => exchange),
  }))
  const java = findJavaRandom(flows.map(stateOf))
  trial.ensure(java === undefined, () => ({
    expected: EXPECTED,
    received: `the state ${quotedState(java ?? '')}, which follows from its first bytes by java.util.Random`,
    browsed: flows.filter((flow) => stateOf(flow) === java).map(({ exchange }) => exchange),
  }))
}

/** What chance makes is another each time: a generator that nobody seeded makes the same after each start. */
async function statesOfAnotherStart(trial: Trial): Promise<void> {
  const { flowsBefore } = trial.examination
  const known = new Set(flowsBefore.map(stateOf).filter(Boolean))
  const flows = await flowsOf(trial.scenario('another start'), FLOWS_AFTER).catch(undecidedIsFine)
  if (flows) areThereAndNew(trial, flows)
  if (flows === undefined || known.size === 0)
    throw new NotApplicableError('there are no flows of two starts to compare')
  const again = flows.find((flow) => known.has(stateOf(flow)))
  trial.ensure(again === undefined, () => ({
    expected: EXPECTED,
    received: `the state ${quotedState(again ? stateOf(again) : '')}, which a flow had before the application was started anew`,
    browsed: again
      ? [...flowsBefore.filter((one) => stateOf(one) === stateOf(again)), again].map(
          ({ exchange }) => exchange,
        )
      : [],
  }))
}

function areThereAndNew(trial: Trial, flows: readonly Flow[]): void {
  const problem = missing(flows) ?? repeated(flows)
  trial.ensure(problem === undefined, () => ({
    expected: EXPECTED,
    received: problem?.says ?? '',
    browsed: problem?.flows.slice(0, 4).map(({ exchange }) => exchange) ?? [],
  }))
}

/** A setting of production, or a cache in front of it, may be all that makes its states alike. */
async function statesInProduction(trial: Trial): Promise<void> {
  const { flows } = trial.examination
  if (flows.length === 0) throw new NotApplicableError('nobody was sent to the authorization endpoint')
  areThereAndNew(trial, flows)
}

/** PARTNER-2: the states of many flows. */
export const partner2 = requirement(
  'PARTNER-2',
  test('many flows of one session and of several', statesAreUnpredictable),
  inProductionToo('flows of another start', statesOfAnotherStart),
  overAll('every flow', statesDoNotFollow),
  ...overBoth('every redirect', statesOfRedirects),
  overProduction('every flow in production', statesInProduction),
)
