import { randomUUID } from 'node:crypto'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import type { Donation } from '../../mock/store.ts'
import { endAccessTokens } from '../service/account.ts'
import { type Call, isUpdateCall } from '../service/call.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { type Changes, kindsOfChanges } from './change-examples.ts'
import { findContact } from './contact.ts'
import { overAll, requirement, test } from './requirement.ts'
import { connectionOnce, needsConnection, PATIENCE_MS, said } from './said-connection.ts'

const REFRESHES = 2
const STATUSES = ['pledged', 'settled', 'cancelled']

async function one(trial: Trial): Promise<void> {
  const scenario = trial.scenario('one organization')
  await scenario.connect()
  if (trial.examination.config.connection === undefined) throw needsConnection()
  const id = scenario.account.organizations[0]?.id
  const connection = await connectionOnce(scenario, ({ organizationId }) => organizationId === id)
  trial.ensure(connection.connected && connection.organizationId === id, () => ({
    expected: `the session connected with the only organization of the user, ${id}`,
    received: said(connection),
    calls: scenario.account.calls,
    browsed: [connection.exchange],
  }))
}

/** How many organizations the user has, and which of them the user picks. */
const picks = [
  { label: 'the first of several organizations', index: 0, organizations: 3 },
  { label: 'the second of several organizations', index: 1, organizations: 3 },
  { label: 'the last of several organizations', index: 2, organizations: 3 },
  { label: 'the second of two organizations', index: 1, organizations: 2 },
]

async function several(trial: Trial, { label, index, organizations }: (typeof picks)[number]): Promise<void> {
  const scenario = trial.scenario(label, { organizations, statuses: STATUSES })
  const { account } = scenario
  const { config } = trial.examination
  const picked = account.organizations[index]
  const [donation] = account.donations
  if (picked === undefined || donation === undefined) return
  const landing = await scenario.connect()
  // A user may take the time to think, and try again what was refused.
  for (let time = 1; time <= 2; time++) {
    if (time > 1) await scenario.wait(PATIENCE_MS)
    await isNotChosen(trial, scenario, donation, time === 1)
  }
  await scenario.choose(picked, landing)
  if (config.connection === undefined) {
    if (config.update === undefined) throw needsConnection()
    const { outcome, exchange, calls } = await scenario.update(donation, scenario.ordinaryChange(1))
    trial.ensure(outcome === 'done', () => ({
      expected: 'updates once the user has picked an organization',
      received: `the update was answered with ${exchange.response?.status}`,
      calls,
      browsed: scenario.exchanges,
    }))
    throw needsConnection()
  }
  await isUsed(trial, scenario, picked.id, 'when the user has picked it')
  if (config.update === undefined) return
  // A refresh tells all organizations again: the pick is to outlive that.
  for (let refresh = 1; refresh <= REFRESHES; refresh++) {
    endAccessTokens(account)
    await scenario.update(donation, scenario.ordinaryChange(1 + refresh))
    await isUsed(trial, scenario, picked.id, 'when the tokens were refreshed')
  }
}

/** Who connects again may be asked again or keep the pick of before; no other organization takes its place. */
async function again(trial: Trial): Promise<void> {
  const scenario = trial.scenario(undefined, { organizations: 3 })
  const { account } = scenario
  const [, second, third] = account.organizations
  const [donation] = account.donations
  if (second === undefined || third === undefined || donation === undefined) return
  await scenario.choose(second, await scenario.connect())
  if (trial.examination.config.connection === undefined) throw needsConnection()
  await isUsed(trial, scenario, second.id, 'when the user has picked it')
  const landing = await scenario.connect()
  const connection = await connectionOnce(scenario, ({ connected }) => connected)
  if (connection.organizationId !== undefined)
    return isUsed(trial, scenario, second.id, 'or none, when the user connects again')
  await isNotChosen(trial, scenario, donation, false)
  await scenario.choose(third, landing)
  await isUsed(trial, scenario, third.id, 'when the user has picked another after connecting again')
}

/** Before the user has picked one of several: none is used, and nothing is sent for any. */
async function isNotChosen(
  trial: Trial,
  scenario: Scenario,
  donation: Donation,
  isFirst: boolean,
): Promise<void> {
  const { account } = scenario
  const { config } = trial.examination
  if (config.connection) {
    const before = await connectionOnce(scenario, () => true)
    trial.ensure(before.organizationId === undefined, () => ({
      expected: 'no organization before the user has picked one of several',
      received: said(before),
      calls: account.calls,
      browsed: [before.exchange],
    }))
  }
  if (config.update) {
    if (isFirst) await tryEachKind(scenario)
    else await scenario.update(donation, scenario.ordinaryChange())
    const early = updatesOf(account.calls)
    trial.ensure(early.length === 0, () => ({
      expected: 'no update before the user has picked one of several organizations',
      received: 'an update was sent to the service',
      calls: early,
    }))
  }
}

/** Updates of each kind and of each donation: an application may let some of them through. */
async function tryEachKind(scenario: Scenario): Promise<void> {
  const { donations } = scenario.account
  const kinds: readonly Changes[] = [scenario.ordinaryChange(), ...kindsOfChanges(scenario.account)]
  await Promise.all(
    kinds.map(async (changes, index) => {
      const donation = donations[index % donations.length]
      if (donation) await scenario.update(donation, changes)
    }),
  )
}

/** What is no organization of the user may be refused or taken at its word: it is a pick of no other. */
async function picksOfOthers(trial: Trial): Promise<void> {
  const { config, service } = trial.examination
  if (config.choose === undefined) throw new NotApplicableError('the page offers what may be picked')
  if (config.connection === undefined) throw needsConnection()
  const scenario = trial.scenario('picks of other organizations', { organizations: 3 })
  const { account } = scenario
  const landing = await scenario.connect()
  const foreign = [...service.accounts.values()].find(
    (one) => one !== account && one.organizations.length > 0,
  )
  const wrong = [foreign?.organizations[0]?.id ?? randomUUID(), randomUUID(), '']
  for (const id of wrong) {
    await scenario.choose({ id, name: '' }, landing)
    const connection = await connectionOnce(scenario, () => true)
    const isOwn = account.organizations.some((one) => one.id === connection.organizationId)
    trial.ensure(!isOwn, () => ({
      expected: `none of the user's organizations, when ${id || 'nothing'} was picked`,
      received: said(connection),
      browsed: [...scenario.exchanges.slice(-2), connection.exchange],
    }))
  }
}

async function isUsed(trial: Trial, scenario: Scenario, id: string, when: string): Promise<void> {
  const connection = await connectionOnce(scenario, ({ organizationId }) => organizationId === id)
  trial.ensure(connection.organizationId === id, () => ({
    expected: `the organization ${id} ${when}`,
    received: said(connection),
    calls: scenario.account.calls,
    browsed: [...scenario.exchanges.slice(-3), connection.exchange],
  }))
}

async function none(trial: Trial): Promise<void> {
  const scenario = trial.scenario('no organization', { organizations: 0, statuses: STATUSES })
  const { account } = scenario
  const { config } = trial.examination
  const landing = await scenario.connect()
  const connection = config.connection && (await connectionOnce(scenario, (one) => one.contact !== undefined))
  const contact = connection ? connection.contact : findContact(landing)
  trial.ensure(contact !== undefined, () => ({
    expected: 'whom to contact, for a user who owns no organization',
    received: config.connection
      ? 'no contact in the state of the session'
      : 'no contact on the page after the callback',
    calls: account.calls,
    browsed: scenario.exchanges.slice(-2),
  }))
  trial.ensure(connection?.organizationId === undefined, () => ({
    expected: 'no organization for a user who owns none',
    received: connection ? said(connection) : '',
    calls: account.calls,
    browsed: connection ? [connection.exchange] : [],
  }))
  if (config.update) await tryEachKind(scenario)
  const calls = updatesOf(account.calls)
  trial.ensure(calls.length === 0, () => ({
    expected: 'no call on behalf of a user who owns no organization',
    received: 'an update was sent to the service',
    calls,
  }))
}

function updatesOf(calls: readonly Call[]): readonly Call[] {
  return calls.filter(isUpdateCall)
}

/** Nor is anything sent later on, in the background. */
async function nothingForNobody(trial: Trial): Promise<void> {
  const calls = trial.examination.service.calls.filter((call) => call.account?.organizations.length === 0)
  if (calls.length === 0) throw new InconclusiveError('no user without organizations connected')
  const updates = updatesOf(calls)
  trial.ensure(updates.length === 0, () => ({
    expected: 'no call on behalf of a user who owns no organization, at any time',
    received: 'an update was sent to the service',
    calls: updates,
  }))
}

/** PARTNER-12: users with one, several and no organization. */
export const partner12 = requirement(
  'PARTNER-12',
  test('one organization', one),
  test('several organizations', (trial) => trial.each(picks, (pick) => several(trial, pick))),
  test('connected again', again),
  test('picks of other organizations', picksOfOthers),
  test('no organization', none),
  overAll('nothing for a user without organizations', nothingForNobody),
)
