import type { Exchange } from '../../client/http/exchange.ts'
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
  const browsedBefore = scenario.exchanges.length
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
  const requests = [
    ...calls.filter(isTokenCall),
    ...forItself(trial, calls, scenario.exchanges.slice(browsedBefore)),
  ]
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
 * Token requests for the application itself, which name no customer. They belong to these updates only where each of them
 * had one while it was under way: whatever else goes on may send some too.
 */
function forItself(
  { examination: { service } }: Trial,
  calls: readonly Call[],
  browsed: readonly Exchange[],
): readonly Call[] {
  const ofNobody = service.calls.filter(isForItself)
  const turns = browsed
    .map((exchange) => ({ own: during(exchange, calls), others: during(exchange, ofNobody) }))
    .filter(({ own }) => own.length > 0)
  if (turns.some(({ others }) => others.length === 0)) return []
  return [...new Set(turns.flatMap(({ others }) => others))]
}

/** A code or a refresh token that the service does not know was meant for a customer all the same, and nobody can tell which. */
function isForItself(call: Call): boolean {
  return isTokenCall(call) && call.account === undefined && !/code|refresh_token/.test(call.query + call.body)
}

function during({ id, startedAt, durationMs }: Exchange, calls: readonly Call[]): readonly Call[] {
  return calls.filter((call) => call.id > id && call.startedAt <= startedAt + durationMs)
}

/** PARTNER-10: many updates within the life of one token. */
export const partner10 = requirement(
  'PARTNER-10',
  test('ten updates', (trial) => trial.each(rows, (one) => reuses(trial, one))),
)
