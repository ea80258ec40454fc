import { InconclusiveError } from '../../contract/verdict.ts'
import type { Arrival } from '../browser/browser.ts'
import { type Call, isCodeExchange, isDonationCall } from '../service/call.ts'
import type { Trial } from '../session/trial.ts'
import { findContact } from './contact.ts'
import { afterAnotherUser, afterNobody, laterUsers } from './later-users.ts'
import { again, picks, picksOfOthers, reloaded, several } from './picks.ts'
import { overAll, requirement, test } from './requirement.ts'
import { connectionOnce, needsConnection, said } from './said-connection.ts'
import { STATUSES, sentOn, tryEachKind } from './used-organization.ts'

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

/** A user without organizations is told whom to contact each time that they connect. */
async function none(trial: Trial): Promise<void> {
  const scenario = trial.scenario('no organization', { organizations: 0, statuses: STATUSES })
  const { account } = scenario
  const { config } = trial.examination
  for (const time of ['the first time', 'connecting again']) {
    const landing = await scenario.connect()
    const connection =
      config.connection && (await connectionOnce(scenario, (one) => one.contact !== undefined))
    const contact = connection ? connection.contact : findContact(landing)
    if (contact === undefined && !config.connection && isAheadOfTokens(landing, account.calls))
      throw needsConnection()
    trial.ensure(contact !== undefined, () => ({
      expected: `whom to contact, for a user who owns no organization, ${time}`,
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
  }
  const calls = account.calls.filter(isDonationCall)
  trial.ensure(calls.length === 0, () => ({
    expected: 'no call on behalf of a user who owns no organization',
    received: sentOn(calls),
    calls,
  }))
}

/** Whether a page was answered when the application had no tokens yet: it cannot tell what these say. */
function isAheadOfTokens({ exchange }: Arrival, calls: readonly Call[]): boolean {
  const tokensAt = calls.findLast(isCodeExchange)?.answer?.at ?? 0
  return exchange.startedAt + exchange.durationMs < tokensAt
}

/** Nor is anything sent later on, in the background. */
async function nothingForNobody(trial: Trial): Promise<void> {
  const calls = trial.examination.service.calls.filter((call) => call.account?.organizations.length === 0)
  if (calls.length === 0) throw new InconclusiveError('no user without organizations connected')
  const sent = calls.filter(isDonationCall)
  trial.ensure(sent.length === 0, () => ({
    expected: 'no call on behalf of a user who owns no organization, at any time',
    received: sentOn(sent),
    calls: sent,
  }))
}

/** PARTNER-12: users with one, several and no organization. */
export const partner12 = requirement(
  'PARTNER-12',
  test('one organization', one),
  test('several organizations', (trial) => trial.each(picks, (pick) => several(trial, pick))),
  test('connected again', again),
  test('the callback reloaded before the pick', reloaded),
  test('picks of other organizations', picksOfOthers),
  test('after another user of the session', (trial) =>
    trial.each(laterUsers, (one) => afterAnotherUser(trial, one))),
  test('after a user of the session without organizations', afterNobody),
  test('no organization', none),
  overAll('nothing for a user without organizations', nothingForNobody),
)
