import { InconclusiveError } from '../../contract/verdict.ts'
import { described } from '../browser/described.ts'
import { endAccessTokens, interfering } from '../service/account.ts'
import { type Call, isCodeExchange, isRefresh, isTokenCall } from '../service/call.ts'
import { type Past, pasts } from '../session/pasts.ts'
import { EXCHANGE_MS, type Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { kindsOfChanges } from './change-examples.ts'
import { requireConnectPage } from './connect-page.ts'
import { usedOf } from './environments.ts'
import { redirectedFlows } from './flow-states.ts'
import { type Finder, finderOf, sentBy, sentIn } from './other-environment.ts'
import { inProduction, overAll, requirement } from './requirement.ts'
import { turningAway } from './turned-away.ts'

/** So many users ask for updates, each of as many kinds: that is every kind at least once. */
const UPDATING = 4
const KINDS = 3
const UNAVAILABLE = { answer: { status: 503, body: { error: 'temporarily_unavailable' } } }

async function sendsToProduction(trial: Trial): Promise<void> {
  const { registration, service } = trial.examination
  const before = service.calls.length
  const scenario = trial.scenario('production')
  const arrival = await scenario.openConnect()
  if (arrival.exchange.failure)
    throw new InconclusiveError(
      `started for production, the application does not answer: ${described(arrival)}`,
    )
  requireConnectPage(trial, scenario, arrival)
  const expected = `the user is sent to ${registration.authUrl} with the client ${registration.clientId} and the redirect URI ${registration.redirectUri} of production`
  trial.ensure(arrival.kind === 'authorization', () => ({
    expected,
    received: described(arrival),
    browsed: scenario.exchanges,
  }))
  if (arrival.kind !== 'authorization') return
  const { searchParams } = arrival.sending.url
  isOfProduction(trial, scenario, searchParams, finderOf('sandbox', service))
  const callback = await scenario.approve({ ...arrival, parameters: searchParams })
  await scenario.openCallback(callback)
  const exchanges = () => service.calls.slice(before).filter(isTokenCall)
  await scenario.until(() => exchanges().some(({ answer }) => answer !== undefined), 3_000)
  if (trial.examination.config.update) {
    const [donation] = scenario.account.donations
    if (donation) {
      await scenario.update(donation, scenario.ordinaryChange())
      endAccessTokens(scenario.account)
      await scenario.update(donation, scenario.ordinaryChange(1))
    }
  }
  // What it sends as it starts is judged as well.
  usesNothingOf('sandbox', trial, service.calls.slice(trial.examination.callsBefore))
  if (exchanges().length === 0)
    throw new InconclusiveError('started for production, the application exchanges no code')
  if (trial.examination.config.update === undefined)
    throw new InconclusiveError('only an update shows which API the application calls', ['PARTNER_UPDATE'])
  if (!service.calls.slice(before).some(({ host }) => host === 'api'))
    throw new InconclusiveError('started for production, the application sends no update')
}

function isOfProduction(trial: Trial, scenario: Scenario, parameters: URLSearchParams, find: Finder): void {
  const { authUrl, clientId, redirectUri } = trial.examination.registration
  // What is missing is of no environment: that is for PARTNER-1 to judge.
  const { client_id: client = clientId, redirect_uri: uri = redirectUri } = Object.fromEntries(parameters)
  trial.ensure(client === clientId && uri === redirectUri, () => ({
    expected: `the user is sent to ${authUrl} with the client ${clientId} and the redirect URI ${redirectUri} of production`,
    received: `the client ${client} and the redirect URI ${uri}`,
    browsed: scenario.exchanges,
  }))
  const found = find(sentBy(parameters))
  trial.ensure(found === undefined, () => ({
    expected: 'only what belongs to production, where the application is started for production',
    received: `the user is sent to authorize with ${found}`,
    browsed: scenario.exchanges,
  }))
}

/** What is done again, or in another way, is often written elsewhere: nothing of it belongs to the sandbox either. */
async function staysInProduction(trial: Trial): Promise<void> {
  const { service } = trial.examination
  const { calls } = service
  const before = calls.length
  // What the sandbox gave out is known by now, and takes its time to be sorted.
  const find = finderOf('sandbox', service)
  const rows = pasts.map((past, turn) => ({ ...past, turn }))
  await trial.each(rows, (row) => connectsAgain(trial, row, find))
  usesNothingOf('sandbox', trial, calls.slice(before))
}

async function connectsAgain(
  trial: Trial,
  { label, options, live, turn }: Past & { readonly turn: number },
  find: Finder,
): Promise<void> {
  const { service } = trial.examination
  const scenario = trial.scenario(label, options)
  let open: InconclusiveError | undefined
  try {
    await live(scenario)
    const arrival = await scenario.openConnect()
    const isAtSandbox = described(arrival).includes(service.registrations.sandbox.authUrl)
    trial.ensure(!isAtSandbox, () => ({
      expected: 'the user is sent to the authorization endpoint of production',
      received: described(arrival),
      browsed: scenario.exchanges.slice(-2),
    }))
    const landing = await scenario.connect()
    const [organization] = scenario.account.organizations
    if (organization && scenario.account.organizations.length > 1)
      await scenario.choose(organization, landing)
    if (turn < UPDATING) await updatesInSomeWays(scenario, turn)
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error
    open = error
  }
  // However far it came, what was sent until then is judged.
  const redirected = redirectedFlows(scenario.exchanges, trial.examination.registration.authUrl)
  for (const { parameters } of [...scenario.flows, ...redirected])
    isOfProduction(trial, scenario, parameters, find)
  const [atSandbox] = redirectedFlows(scenario.exchanges, service.registrations.sandbox.authUrl)
  trial.ensure(atSandbox === undefined, () => ({
    expected: 'the user is sent to the authorization endpoint of production',
    received: 'an answer leads to that of the sandbox',
    browsed: atSandbox ? [atSandbox.exchange] : [],
  }))
  if (open) throw open
}

/** Changes of some kinds, each after a refresh but the first; the service fails the first user in the end. */
async function updatesInSomeWays(scenario: Scenario, turn: number): Promise<void> {
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  const kinds = kindsOfChanges(account)
  for (let next = 0; next < KINDS; next++) {
    if (next > 0) endAccessTokens(account)
    await scenario.update(donation, kinds[(turn + next) % kinds.length] ?? {})
  }
  if (turn > 0) return
  await turningAway(account, UNAVAILABLE, () =>
    scenario.update(donation, scenario.ordinaryChange(), { mayFail: true }),
  )
}

/** Long enough for another try at once, wherever it goes; in milliseconds. */
const FALLBACK_MS = 500

/** What production does not answer for now is for production alone all the same: nothing of it goes to the sandbox. */
async function staysWhileTokensFail(trial: Trial): Promise<void> {
  const { service, config } = trial.examination
  const before = service.calls.length
  const scenario = trial.scenario('a token endpoint of production that fails')
  const { account } = scenario
  const [donation] = account.donations
  const failing = (isFailing: (call: Call) => boolean, act: () => Promise<unknown>) =>
    interfering(
      account,
      (call) => (isFailing(call) ? UNAVAILABLE : undefined),
      async () => {
        await act()
        await scenario.wait(FALLBACK_MS)
      },
    )
  let open: InconclusiveError | undefined
  try {
    const callback = await scenario.approve(await scenario.begin())
    await failing(isCodeExchange, async () => {
      await scenario.openCallback(callback)
      await scenario.until(() => account.calls.some(isCodeExchange), EXCHANGE_MS)
    })
    await scenario.connect()
    if (donation && config.update) {
      await scenario.updateOrStop(donation, scenario.ordinaryChange())
      endAccessTokens(account)
      await failing(isRefresh, () => scenario.update(donation, scenario.ordinaryChange(1), { mayFail: true }))
    }
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error
    open = error
  }
  usesNothingOf('sandbox', trial, service.calls.slice(before))
  if (open) trial.leaveOpen(open, 0, 'what follows when the token endpoint fails')
}

/** No host, no client, no redirect URI and no token of the other environment, wherever in a request. */
function usesNothingOf(other: 'sandbox' | 'production', trial: Trial, calls: readonly Call[]): void {
  const { registrations } = trial.examination.service
  const find = finderOf(other, trial.examination.service)
  const own = other === 'sandbox' ? 'production' : 'sandbox'
  // What the sandbox's application sent for its own customers as it ended may arrive late.
  const isLate = ({ environment, account }: Call) =>
    own === 'production' && environment === 'sandbox' && account !== undefined
  for (const call of calls.filter((one) => !one.isByBrowser && !isLate(one))) {
    const found = usedOf(other, registrations[other], call) ?? find(sentIn(call))
    trial.ensure(found === undefined, () => ({
      expected: `only what belongs to ${own}, where the application is started for ${own}`,
      received: `${call.method} ${call.path} with ${found}`,
      calls: [call],
    }))
  }
}

async function sandboxUsesNothingOfProduction(trial: Trial): Promise<void> {
  const { calls } = trial.examination.service
  if (calls.length === 0) throw new InconclusiveError('the application sent nothing')
  usesNothingOf('production', trial, calls)
}

/** PARTNER-17: the sandbox first, then production. */
export const partner17 = requirement(
  'PARTNER-17',
  overAll('in the sandbox', sandboxUsesNothingOfProduction),
  inProduction('in production', sendsToProduction),
  inProduction('in production, again and otherwise', staysInProduction),
  inProduction('in production, while the token endpoint fails', staysWhileTokensFail),
)
