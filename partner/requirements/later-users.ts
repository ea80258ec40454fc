import { InconclusiveError } from '../../contract/verdict.ts'
import { bearerOf, type Call, isDonationCall, isUpdateCall } from '../service/call.ts'
import type { AccountOptions } from '../service/world.ts'
import type { Connection } from '../session/connection.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { connectionOnce, needsConnection, said } from './said-connection.ts'
import { isUsed, STATUSES, sentOn, tryEachKind } from './used-organization.ts'

/** Users who connect in a session after somebody with one organization. */
export const laterUsers: readonly { readonly label: string; readonly options: AccountOptions }[] = [
  { label: 'another user', options: {} },
  { label: 'a user with several organizations', options: { organizations: 2 } },
  { label: 'a user without organizations', options: { organizations: 0, statuses: STATUSES } },
]

/** Whoever connects in a session after somebody else is not connected with the other's organization. */
export async function afterAnotherUser(
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
    if (second.account.organizations.length === 0) await isToldWhomToContact(trial, second, connection)
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

/** An application may end a session to which somebody else comes: then they connect once more before they are told. */
async function isToldWhomToContact(trial: Trial, second: Scenario, first: Connection): Promise<void> {
  const isTold = ({ contact }: Connection) => contact !== undefined
  let connection = isTold(first) ? first : await connectionOnce(second, isTold)
  if (!isTold(connection)) {
    await second.connect()
    connection = await connectionOnce(second, isTold)
  }
  trial.ensure(isTold(connection), () => ({
    expected: 'whom to contact, for a user who owns no organization, in the session of one who owned one',
    received: 'no contact in the state of the session',
    calls: second.account.calls,
    browsed: [connection.exchange],
  }))
}

/** A user without organizations may be given one, or somebody who has one may connect: then that one is used. */
export async function afterNobody(trial: Trial): Promise<void> {
  const { config } = trial.examination
  const first = trial.scenario('a user without organizations in a session', { organizations: 0 })
  await first.connect()
  const second = trial.scenario('a user with one organization, after one without', { browser: first.browser })
  await second.browser.logOut()
  await second.connect()
  if (config.connection === undefined && config.update === undefined) throw needsConnection()
  let unused = await unusedOrganization(second)
  if (unused !== undefined) {
    // An application may end a session to which somebody else comes.
    await second.connect()
    unused = await unusedOrganization(second)
  }
  trial.ensure(unused === undefined, () => ({
    expected:
      'the only organization of a user used, also where one without any connected before in the session',
    received: unused ?? '',
    calls: second.account.calls,
    browsed: second.exchanges.slice(-2),
  }))
}

/** What shows that the only organization of a connected user is not used; undefined where nothing does. */
async function unusedOrganization(scenario: Scenario): Promise<string | undefined> {
  const { account, examination } = scenario
  const [organization] = account.organizations
  if (examination.config.connection) {
    const connection = await connectionOnce(
      scenario,
      ({ organizationId }) => organizationId === organization?.id,
    )
    if (connection.organizationId !== organization?.id) return said(connection)
  }
  const [donation] = account.donations
  if (donation === undefined || examination.config.update === undefined) return undefined
  const { outcome, sent } = await scenario.update(donation, scenario.ordinaryChange(account.calls.length))
  return outcome === 'connect' && sent.length === 0
    ? 'the application asks the user to connect or to choose first'
    : undefined
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
