import { InconclusiveError } from '../../contract/verdict.ts'
import { bearerOf, type Call, isDonationCall, isUpdateCall } from '../service/call.ts'
import type { AccountOptions } from '../service/world.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { findContact } from './contact.ts'
import { again, picks, picksOfOthers, reloaded, several } from './picks.ts'
import { overAll, requirement, test } from './requirement.ts'
import { connectionOnce, needsConnection, said } from './said-connection.ts'
import { isUsed, STATUSES, sentOn, tryEachKind } from './used-organization.ts'

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

/** Users who connect in a session after somebody with one organization. */
const laterUsers: readonly { readonly label: string; readonly options: AccountOptions }[] = [
  { label: 'another user', options: {} },
  { label: 'a user with several organizations', options: { organizations: 2 } },
  { label: 'a user without organizations', options: { organizations: 0, statuses: STATUSES } },
]

/** Whoever connects in a session after somebody else is not connected with the other's organization. */
async function afterAnotherUser(
  trial: Trial,
  { label, options }: (typeof laterUsers)[number],
): Promise<void> {
  const first = trial.scenario(`the first user of a session, before ${label}`)
  await first.connect()
  if (trial.examination.config.connection === undefined) throw needsConnection()
  const [earlier] = first.account.organizations
  if (earlier) await isUsed(trial, first, earlier.id, 'of the only user so far')
  const second = trial.scenario(`${label} in the session of the first`, {
    ...options,
    browser: first.browser,
  })
  try {
    await second.browser.logOut()
    await second.connect()
    const connection = await connectionOnce(second, ({ organizationId }) => organizationId !== earlier?.id)
    if (connection.organizationId === earlier?.id) await actsForSecond(second)
    trial.ensure(connection.organizationId !== earlier?.id, () => ({
      expected: `no organization of the user before, where ${label} has connected in the same session`,
      received: said(connection),
      calls: second.account.calls,
      browsed: [...first.exchanges.slice(-2), connection.exchange],
    }))
    if (second.account.organizations.length !== 1 && trial.examination.config.update) {
      await tryEachKind(second)
      const early = second.account.calls.filter((call) => isDonationCall(call) && isSentFor(second, call))
      trial.ensure(early.length === 0, () => ({
        expected: `no call about donations for ${label}, who has not picked an organization, in the session of another`,
        received: sentOn(early),
        calls: early,
      }))
    }
  } catch (error) {
    // A session may be for one user alone.
    if (!(error instanceof InconclusiveError)) throw error
    trial.leaveOpen(error, 0, `what follows when ${label} connects in the same session`)
  }
}

/** @throws InconclusiveError where nothing shows that its tokens are used: the first connection may stay */
async function actsForSecond(second: Scenario): Promise<void> {
  const { account } = second
  const [donation] = account.donations
  if (donation && second.examination.config.update) await second.update(donation, second.ordinaryChange())
  if (!account.calls.some((call) => isUpdateCall(call) && isSentFor(second, call)))
    throw new InconclusiveError('no update shows for which of two users of a session the application acts')
}

/** Whether it carries a token of this customer. */
function isSentFor({ account }: Scenario, call: Call): boolean {
  return account.accessTokens.some(({ token }) => token.value === bearerOf(call))
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
  test('no organization', none),
  overAll('nothing for a user without organizations', nothingForNobody),
)
