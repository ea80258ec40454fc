import type { Donation } from '../../mock/store.ts'
import type { Account } from '../service/account.ts'
import type { Call } from '../service/call.ts'
import type { Scenario } from '../session/scenario.ts'
import { undecidedIsFine } from '../session/undecided.ts'
import { type Changes, kindsOfChanges } from './change-examples.ts'
import { type Refusal, refusals, refusedByService, turningAway } from './turned-away.ts'

/** What one designation has to be sent beside. */
interface Companion {
  readonly changes: Changes
  /** How the service first turns an update away. */
  readonly turnedAway?: Refusal
  /** Changes that are asked for before, and that the application or the service refuses. */
  readonly refused?: Changes
  /** What the donation has become. */
  readonly status?: string
}

const MANY: Changes = {
  donor_first_name: 'Grace',
  donor_last_name: 'Okafor',
  donor_address_line_1: '9 Marina Road',
  donor_address_line_2: 'Flat 2',
  donor_city: 'Lagos',
  donor_province: 'Lagos',
}

/** Changes of every kind, some after an update that came to nothing. */
export function companionsOf(account: Pick<Account, 'designations'>): readonly Companion[] {
  const city = { donor_city: 'Abuja' }
  const other = { designation_id: account.designations.at(-1) ?? null }
  return [
    ...kindsOfChanges(account)
      .filter((changes) => !('designation_id' in changes))
      .map((changes) => ({ changes })),
    { changes: { source: 'gala' } },
    { changes: MANY },
    ...refusals.map((turnedAway) => ({ changes: city, turnedAway })),
    { changes: city, refused: { donor_country: 'Nigeria' } },
    // What is refused sets and clears nothing, so that the designation of before is the one to keep.
    { changes: city, refused: { donor_country: 'Nigeria', ...other } },
    { changes: city, refused: other, turnedAway: refusedByService },
    { changes: city, refused: { designation_id: null }, turnedAway: refusedByService },
    { changes: city, status: 'settled' },
  ]
}

/** What was sent of changes that come to nothing, and whether the user was told that they were refused. */
interface Tried {
  readonly sent: readonly Call[]
  readonly isToldRefused: boolean
}

/** Asks for what comes to nothing, before the changes of a companion. */
export async function triedBefore(
  scenario: Scenario,
  donation: Pick<Donation, 'id' | 'status'>,
  { changes, turnedAway, refused }: Companion,
): Promise<Tried> {
  if (turnedAway === undefined && refused === undefined) return { sent: [], isToldRefused: false }
  // Nothing has to come of it: a job may refuse what was accepted with 202.
  const ask = () => scenario.update(donation, refused ?? changes, { mayFail: true }).catch(undecidedIsFine)
  const update = await (turnedAway ? turningAway(scenario.account, turnedAway, ask) : ask())
  return { sent: update?.sent ?? [], isToldRefused: update?.outcome === 'refused' }
}
