import type { Donation } from '../../mock/store.ts'
import { type Call, isDonationCall } from '../service/call.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { type Changes, kindsOfChanges } from './change-examples.ts'
import { connectionOnce, PATIENCE_MS, said } from './said-connection.ts'

/** The statuses of donations for those who try all kinds of updates. */
export const STATUSES = ['pledged', 'settled', 'cancelled']

/** Before the user has picked one of several: none is used, and nothing is sent for any. */
export async function isNotChosen(
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
    const early = account.calls.filter(isDonationCall)
    trial.ensure(early.length === 0, () => ({
      expected: 'no call about donations before the user has picked one of several organizations',
      received: sentOn(early),
      calls: early,
    }))
  }
}

/** The first of some calls, as a report words it. */
export function sentOn([first]: readonly Pick<Call, 'method'>[]): string {
  return `${first?.method} of a donation was sent to the service`
}

/** Updates of each kind and of each donation: an application may let some of them through. */
export async function tryEachKind(scenario: Scenario): Promise<void> {
  const { donations } = scenario.account
  const kinds: readonly Changes[] = [scenario.ordinaryChange(), ...kindsOfChanges(scenario.account)]
  await Promise.all(
    kinds.map(async (changes, index) => {
      const donation = donations[index % donations.length]
      if (donation) await scenario.update(donation, changes)
    }),
  )
}

/** So often is looked whether a pick holds, and at every second time updated: processes that take turns are each asked for both. */
const LOOKS = 4
/** The changes of these looks are numbered from there. */
const FIRST_OF_LOOKS = 20

/**
 * A pick that was shown once is shown each time, and updates are sent with it. Where it is forgotten, it may still be on its
 * way to another process: after a while it has to be there.
 */
export async function staysUsed(
  trial: Trial,
  scenario: Scenario,
  donation: Donation,
  id: string,
): Promise<void> {
  let problem = await forgotten(scenario, donation, id, FIRST_OF_LOOKS)
  if (problem !== undefined) {
    await scenario.wait(PATIENCE_MS)
    problem = await forgotten(scenario, donation, id, FIRST_OF_LOOKS + LOOKS)
  }
  trial.ensure(problem === undefined, () => ({
    expected: `the organization ${id} each time that the application is asked, and updates that are sent, once it has shown the pick`,
    received: problem ?? '',
    calls: scenario.account.calls,
    browsed: scenario.exchanges.slice(-4),
  }))
}

/** What shows that a pick is not known any more; undefined where nothing does. @param from the number of the first change */
async function forgotten(
  scenario: Scenario,
  donation: Donation,
  id: string,
  from: number,
): Promise<string | undefined> {
  for (let look = 0; look < LOOKS; look++) {
    const connection = await scenario.connection()
    if (connection && connection.organizationId !== id) return said(connection)
    if (scenario.examination.config.update === undefined || look % 2 === 0) continue
    const { outcome, sent, exchange } = await scenario.update(donation, scenario.ordinaryChange(from + look))
    if (outcome === 'connect' && sent.length === 0)
      return `an update is not sent, and answered with ${exchange.response?.status} as if nothing had been picked`
  }
  return undefined
}

/** The session is that of this organization. */
export async function isUsed(trial: Trial, scenario: Scenario, id: string, when: string): Promise<void> {
  const connection = await connectionOnce(scenario, ({ organizationId }) => organizationId === id)
  trial.ensure(connection.organizationId === id, () => ({
    expected: `the organization ${id} ${when}`,
    received: said(connection),
    calls: scenario.account.calls,
    browsed: [...scenario.exchanges.slice(-3), connection.exchange],
  }))
}
