import type { Donation } from '../../mock/store.ts'
import { type Call, isDonationCall } from '../service/call.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { type Changes, kindsOfChanges } from './change-examples.ts'
import { connectionOnce, said } from './said-connection.ts'

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
