import { endAccessTokens } from '../service/account.ts'
import type { AccountOptions } from '../service/world.ts'
import type { Scenario } from './scenario.ts'
import { undecidedIsFine } from './undecided.ts'

/** A kind of customer, and how such a one comes to be connected. */
export interface Customer {
  /** What is particular about this one; undefined where nothing is. */
  readonly who: string | undefined
  readonly options?: AccountOptions
  /** @throws InconclusiveError where it does not come to that */
  connect(scenario: Scenario): Promise<void>
}

async function once(scenario: Scenario): Promise<void> {
  await scenario.connect()
}

/**
 * @param before what happens between the callback and the pick
 * @throws InconclusiveError where the customer does not come to be connected
 */
export async function connectAndPick(
  scenario: Scenario,
  before: () => Promise<void> = async () => undefined,
): Promise<void> {
  const landing = await scenario.connect()
  await before()
  const [first] = scenario.account.organizations
  // Whether an organization is picked shows where it matters.
  if (first) await scenario.choose(first, landing).catch(undecidedIsFine)
}

async function twice(scenario: Scenario): Promise<void> {
  await scenario.connect()
  await scenario.connect()
}

/** Tests number their changes from 0. */
const FIRST_OF_REFRESHED = 20

async function refreshed(scenario: Scenario): Promise<void> {
  await scenario.connect()
  const [donation] = scenario.account.donations
  if (donation === undefined) return
  // An application need not send what a donation has already: a user who connects again has to ask for something new.
  const next = FIRST_OF_REFRESHED + scenario.account.calls.length
  await scenario.updateOrStop(donation, scenario.ordinaryChange(next))
  endAccessTokens(scenario.account)
  await scenario.update(donation, scenario.ordinaryChange(next + 1))
}

/** An application may keep the connections of each kind in another way. */
export const customers = {
  one: { who: undefined, connect: once },
  withSeveral: {
    who: 'several organizations',
    options: { organizations: 3 },
    connect: (scenario) => connectAndPick(scenario),
  },
  twice: { who: 'connected twice', connect: twice },
  refreshed: { who: 'after a refresh', connect: refreshed },
} as const satisfies Readonly<Record<string, Customer>>

/** Rows of what is tried, each with every kind of customer. */
export function withEachCustomer<Row extends { readonly label: string }>(
  rows: readonly Row[],
): readonly (Row & { readonly customer: Customer })[] {
  return Object.values(customers).flatMap((customer: Customer) =>
    rows.map((row) => ({
      ...row,
      label: customer.who === undefined ? row.label : `${row.label}, ${customer.who}`,
      customer,
    })),
  )
}
