import type { Donation } from '../../mock/store.ts'
import type { Behaviour } from '../service/account.ts'
import { type Call, isTokenCall } from '../service/call.ts'
import { type Customer, customers, withEachCustomer } from '../session/customers.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { kindsOfChanges } from './change-examples.ts'
import { requirement, test } from './requirement.ts'
import { refusedByService, turningAway } from './turned-away.ts'

const UPDATES = 10
const SECONDS = 2
/** Some tokens are thrown away after seconds. */
const PAUSE_MS = 3_000

interface Row {
  readonly label: string
  readonly lifetimeSeconds: Behaviour['lifetimeSeconds']
  readonly customer: Customer
}

const rows: readonly Row[] = [
  ...withEachCustomer([{ label: 'a token of an hour', lifetimeSeconds: () => 3600 }]),
  {
    label: 'a token of an hour after one of seconds',
    lifetimeSeconds: (refreshes: number) => (refreshes === 0 ? SECONDS : 3600),
    customer: customers.one,
  },
]

async function reuses(trial: Trial, { label, lifetimeSeconds, customer }: Row): Promise<void> {
  const scenario = trial.scenario(label, {
    ...customer.options,
    statuses: ['pledged', 'settled'],
    behaviour: { lifetimeSeconds },
  })
  const { account } = scenario
  const [pledged, settled] = account.donations
  if (pledged === undefined || settled === undefined) return
  await customer.connect(scenario)
  await scenario.updateOrStop(pledged, scenario.ordinaryChange())
  if (lifetimeSeconds(0) === SECONDS) {
    await scenario.wait(SECONDS * 1_000)
    await scenario.updateOrStop(pledged, scenario.ordinaryChange(2))
  }
  const before = account.calls.length
  for (let number = 2; number <= UPDATES; number++) {
    if (number === UPDATES) await scenario.wait(PAUSE_MS)
    await scenario.updateOrStop(number % 3 === 0 ? settled : pledged, scenario.ordinaryChange(number + 1))
  }
  // Not every application knows all fields: one that refuses some sends nothing.
  for (const changes of kindsOfChanges(account)) await scenario.update(pledged, changes)
  await scenario.connection()
  await scenario.updateOrStop(settled, scenario.ordinaryChange())
  await afterRefusal(scenario, pledged)
  const calls = account.calls.slice(before)
  const requests = [...calls.filter(isTokenCall), ...ofNobody(trial, calls)]
  trial.ensure(requests.length === 0, () => ({
    expected: `no token request during ${UPDATES} updates and some more with a token of an hour`,
    received: `${requests.length} token requests`,
    calls: calls.slice(0, 6),
  }))
}

/** Neither a refusal nor another update at the same moment says anything of the token. */
async function afterRefusal(scenario: Scenario, donation: Donation): Promise<void> {
  const update = (number: number) =>
    scenario.update(donation, scenario.ordinaryChange(number), { mayFail: true })
  await turningAway(scenario.account, refusedByService, () => update(1))
  await Promise.all([update(2), update(3)])
}

/**
 * Token requests that name no customer, such as those for the application itself: one for each call at least, or they
 * may belong to whatever else goes on.
 */
function ofNobody({ examination: { service } }: Trial, calls: readonly Call[]): readonly Call[] {
  const [first, last] = [calls.at(0), calls.at(-1)]
  if (first === undefined || last === undefined) return []
  const between = service.calls.filter(
    (call) => isTokenCall(call) && call.account === undefined && call.id > first.id && call.id < last.id,
  )
  return between.length >= calls.length - 1 ? between : []
}

/** PARTNER-10: many updates within the life of one token. */
export const partner10 = requirement(
  'PARTNER-10',
  test('ten updates', (trial) => trial.each(rows, (one) => reuses(trial, one))),
)
