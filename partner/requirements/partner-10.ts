import { type Call, isTokenCall } from '../service/call.ts'
import { withEachCustomer } from '../session/customers.ts'
import type { Trial } from '../session/trial.ts'
import { requirement, test } from './requirement.ts'

const UPDATES = 10

const rows = withEachCustomer([{ label: 'a token of an hour' }])

async function reuses(trial: Trial, { label, customer }: (typeof rows)[number]): Promise<void> {
  const scenario = trial.scenario(label, { ...customer.options, statuses: ['pledged', 'settled'] })
  const { account } = scenario
  const [first, second] = account.donations
  if (first === undefined || second === undefined) return
  await customer.connect(scenario)
  await scenario.updateOrStop(first, scenario.ordinaryChange())
  await scenario.updateOrStop(first, scenario.ordinaryChange(2))
  const before = account.calls.length
  for (let number = 2; number <= UPDATES; number++)
    await scenario.updateOrStop(number % 3 === 0 ? second : first, scenario.ordinaryChange(number + 1))
  const calls = account.calls.slice(before)
  const requests = [...calls.filter(isTokenCall), ...ofNobody(trial, calls)]
  trial.ensure(requests.length === 0, () => ({
    expected: `no token request during ${UPDATES} updates with a token of an hour`,
    received: `${requests.length} token requests`,
    calls: calls.slice(0, 6),
  }))
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
