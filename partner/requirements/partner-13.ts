import type { Exchange } from '../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { JSON_TYPE } from '../browser/browser.ts'
import { leadsAway } from '../browser/ways.ts'
import { endAccessTokens } from '../service/account.ts'
import { isCodeExchange, isRefresh, isUpdateCall } from '../service/call.ts'
import { failedFlows, type Past } from '../session/pasts.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { undecidedIsFine } from '../session/undecided.ts'
import { pageLinksOf, resourcesOf } from './page-resources.ts'
import { inProductionToo, overBoth, requirement, test } from './requirement.ts'
import { secretsIn } from './secrets-in.ts'

/** Things that pages load or link to, which are looked at. */
const MOST_LOADED = 40
const ROUNDS = 3
const REFRESHES = 2

const users = [
  { label: 'a user with one organization looks around', organizations: 1 },
  { label: 'a user with two organizations looks around', organizations: 2 },
  { label: 'a user without organizations looks around', organizations: 0 },
]

/** Uses the application as a user does, and loads all that its pages bring. */
async function looksAround(trial: Trial, { label, organizations }: (typeof users)[number]): Promise<void> {
  const scenario = trial.scenario(label, { organizations })
  const { account } = scenario
  const landing = await scenario.connect()
  const [donation] = account.donations
  const [first] = account.organizations
  await scenario.connection()
  const { update } = trial.examination.config
  if (first && organizations > 1) {
    if (update && donation) await scenario.update(donation, scenario.ordinaryChange())
    await scenario.choose(first, landing).catch(undecidedIsFine)
  }
  if (update && donation && first) {
    await scenario.update(donation, scenario.ordinaryChange())
    for (let refresh = 1; refresh <= REFRESHES; refresh++) {
      endAccessTokens(account)
      await scenario.update(donation, scenario.ordinaryChange(refresh))
    }
  }
  await scenario.connection()
  // Pages that were clean may show the new token.
  if (landing.kind === 'answer' && !landing.url.searchParams.has('code')) await scenario.open(landing.url)
  await makesMistakes(scenario)
  await scenario.connect().catch(undecidedIsFine)
  await loadAll(scenario)
  judge(trial, scenario.exchanges)
}

/** An address that is not there, a callback with nothing in it, and a body that is cut: what is said of that is a page, too. */
async function makesMistakes({ browser, examination }: Scenario): Promise<void> {
  const { config, registration } = examination
  const addresses = [browser.at('/no-such-page'), browser.at(new URL(registration.redirectUri).pathname)]
  for (const url of addresses) await browser.open({ method: 'GET', url })
  for (const endpoint of [config.update, config.choose])
    if (endpoint && endpoint.method !== 'GET') {
      const { method, path } = endpoint
      await browser.open({ method, url: browser.at(path), body: '{"donation":', contentType: JSON_TYPE })
    }
}

/** What pages load, and what they link to within the application: what ends the session comes last. */
async function loadAll(scenario: Scenario): Promise<void> {
  const { browser } = scenario
  const seen = new Set(
    scenario.exchanges
      .filter(({ request }) => request.method === 'GET')
      .map(({ request }) => pathOf(request.url)),
  )
  const load = async (urls: readonly URL[], wanted: (url: URL) => boolean) => {
    for (const url of urls.filter(wanted)) {
      if (seen.size > MOST_LOADED || seen.has(pathOf(url.href)) || !browser.isApplication(url)) continue
      seen.add(pathOf(url.href))
      await browser.open({ method: 'GET', url })
    }
  }
  for (const wanted of [(url: URL) => !leadsAway(url), leadsAway]) {
    await load([browser.at('/')], wanted)
    for (const exchange of [...scenario.exchanges]) await load(pageLinksOf(exchange, browser), wanted)
    // What is loaded may load more.
    for (let rounds = 0; rounds < ROUNDS; rounds++)
      for (const exchange of [...scenario.exchanges]) await load(resourcesOf(exchange, browser), wanted)
  }
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** The service fails in every way there is: what an application says of that is seen by the user. */
const failures = [
  {
    label: 'the token endpoint refuses the client',
    of: isCodeExchange,
    status: 401,
    error: 'invalid_client',
  },
  {
    label: 'the token endpoint is overloaded',
    of: isCodeExchange,
    status: 503,
    error: 'temporarily_unavailable',
  },
  { label: 'a refresh is refused', of: isRefresh, status: 400, error: 'invalid_grant' },
  { label: 'a refresh fails', of: isRefresh, status: 503, error: 'temporarily_unavailable' },
  { label: 'an update is forbidden', of: isUpdateCall, status: 403, error: 'forbidden' },
  { label: 'there are too many updates', of: isUpdateCall, status: 429, error: 'too_many_requests' },
  { label: 'an update fails', of: isUpdateCall, status: 500, error: 'server_error' },
]

async function fails(trial: Trial, { label, of, status, error }: (typeof failures)[number]): Promise<void> {
  const headers: Record<string, string> = status === 429 || status === 503 ? { 'retry-after': '1' } : {}
  const answer = { status, body: { error, error_description: 'This is not possible now.' }, headers }
  const scenario = trial.scenario(label, {
    behaviour: { interfere: (call) => (of(call) ? { answer } : undefined) },
  })
  const [donation] = scenario.account.donations
  await scenario.openCallback(await scenario.approve(await scenario.begin()))
  if (donation && trial.examination.config.update) {
    await scenario.update(donation, scenario.ordinaryChange())
    endAccessTokens(scenario.account)
    await scenario.update(donation, scenario.ordinaryChange(1))
  }
  await scenario.connection()
  judge(trial, scenario.exchanges)
}

/** Where it matters most, an application may be written otherwise: what it gives away as far as it is used is judged. */
async function inProduction(trial: Trial): Promise<void> {
  const scenario = trial.scenario('in production')
  const [donation] = scenario.account.donations
  try {
    await scenario.connect()
    await scenario.connection()
    if (donation && trial.examination.config.update) {
      await scenario.update(donation, scenario.ordinaryChange())
      endAccessTokens(scenario.account)
      await scenario.update(donation, scenario.ordinaryChange(1))
      await scenario.connection()
    }
    await loadAll(scenario)
  } catch (error) {
    // Whether it works there is for PARTNER-17 to judge.
    if (!(error instanceof InconclusiveError)) throw error
  }
  if (scenario.exchanges.length === 0) throw new NotApplicableError('nothing was received in production')
  judge(trial, scenario.exchanges)
}

async function flowFails(trial: Trial, { label, options, live }: Past): Promise<void> {
  const scenario = trial.scenario(label, options)
  await live(scenario)
  judge(trial, scenario.exchanges)
}

function judge(trial: Trial, exchanges: readonly Exchange[]): void {
  const { credentials } = trial.examination
  for (const exchange of exchanges) {
    const found = secretsIn(exchange, credentials)
    trial.ensure(found === undefined, () => ({
      expected: 'no client secret and no token in anything that the browser receives',
      received: found ?? '',
      browsed: [exchange],
    }))
  }
}

async function everythingReceived(trial: Trial): Promise<void> {
  const browsed = trial.examination.browsed.filter(({ step }) => step?.to === 'application')
  if (!browsed.some(({ response }) => response)) throw new InconclusiveError('the browser received nothing')
  if (trial.examination.service.calls.every((call) => !isCodeExchange(call)))
    throw new InconclusiveError('the application never had a token that it could give away')
  judge(trial, browsed)
}

/** PARTNER-13: all that the browser receives, from a service that works and from one that fails. */
export const partner13 = requirement(
  'PARTNER-13',
  test('a user looks around', (trial) => trial.each(users, (one) => looksAround(trial, one))),
  test('a flow that fails', (trial) => trial.each(failedFlows, (past) => flowFails(trial, past))),
  test('a service that fails', (trial) => trial.each(failures, (one) => fails(trial, one))),
  inProductionToo('a user in production', inProduction),
  ...overBoth('everything received', everythingReceived),
)
