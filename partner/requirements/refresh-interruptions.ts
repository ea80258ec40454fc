import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Donation } from '../../mock/store.ts'
import type { Arrival } from '../browser/browser.ts'
import { type Behaviour, endAccessTokens, interfering, revokeGrants } from '../service/account.ts'
import { type Call, isRefresh, isUpdateCall, parameterOf } from '../service/call.ts'
import type { AccountOptions } from '../service/world.ts'
import { customers } from '../session/customers.ts'
import type { UpdateAttempt } from '../session/outcome.ts'
import type { Scenario } from '../session/scenario.ts'
import type { Trial } from '../session/trial.ts'
import { NEWEST, supersededUse } from './newest-refresh-token.ts'
import { failedByService, type Refusal, refusedByService } from './turned-away.ts'

/** What comes between the refreshes of a chain, and must not bring an old token back. */
interface Interruption {
  readonly label: string
  readonly options?: AccountOptions
  /** Whatever becomes of it: giving up the connection is legal. */
  happen(scenario: Scenario, donation: Donation, landing: Arrival): Promise<void>
}

/** What is down for a second is up again. */
const DOWN_MS = 1_100

/** Has the service answer some calls otherwise while an update is under way that needs a refresh. */
async function updateMeanwhile(
  scenario: Scenario,
  donation: Donation,
  interfere: Behaviour['interfere'],
): Promise<void> {
  endAccessTokens(scenario.account)
  await interfering(scenario.account, interfere, async () => {
    await scenario.update(donation, scenario.ordinaryChange(2), { mayFail: true })
    await scenario.wait(DOWN_MS)
  })
}

/** For so long in all an application may wait until it refreshes again, once it has seen that fail; in milliseconds each time. */
const LATER_MS = 5_000
const LATER_TRIES = 2

/** For so long an answer waits for another update, which an application may send only when it has the answer; in milliseconds. */
const SLOW_MS = 2_000
const ARRIVAL_MS = 1_500
/** The longest time that the service takes to decide on an answer that comes late. */
const DECISION_MS = 30

/** While the answer to one update is on its way, another has the tokens refreshed: the first must not bring its own back. */
async function overtaken(scenario: Scenario, donation: Donation): Promise<void> {
  const { account } = scenario
  let slow: Call | undefined
  const other = new EventEmitter()
  const slowDown = (call: Call) => {
    if (slow !== undefined || !isUpdateCall(call)) return undefined
    slow = call
    return { after: Promise.race([once(other, 'done'), sleep(SLOW_MS)]) }
  }
  await interfering(account, slowDown, async () => {
    const first = scenario.update(donation, scenario.ordinaryChange(6), { mayFail: true })
    first.catch(() => undefined)
    if (await scenario.until(() => slow !== undefined, ARRIVAL_MS)) {
      await scenario.wait(DECISION_MS)
      endAccessTokens(account)
      await scenario.update(donation, scenario.ordinaryChange(7), { mayFail: true })
      other.emit('done')
    }
    await first
  })
}

/** The refresh is done, and the update for which it was is answered otherwise: what is undone then must not be the refresh. */
function answeredAfterRefresh({ answer }: Refusal): Interruption['happen'] {
  return (scenario, donation) => {
    const before = scenario.account.accessTokens.length
    const isRefreshed = () => scenario.account.accessTokens.length > before
    return updateMeanwhile(scenario, donation, (call) =>
      isUpdateCall(call) && isRefreshed() ? { answer } : undefined,
    )
  }
}

const happenings: readonly Interruption[] = [
  {
    label: 'a refresh that fails for now',
    happen: (scenario, donation) =>
      updateMeanwhile(scenario, donation, (call) => (isRefresh(call) ? failedByService : undefined)),
  },
  {
    label: 'an update that the service refuses after the refresh',
    happen: answeredAfterRefresh(refusedByService),
  },
  {
    label: 'an update that fails after the refresh',
    happen: answeredAfterRefresh(failedByService),
  },
  {
    label: 'a designation that is set',
    async happen(scenario, donation) {
      await scenario.update(donation, { designation_id: scenario.account.designations[0] ?? null })
    },
  },
  {
    label: 'an update that was under way meanwhile',
    happen: overtaken,
  },
  {
    label: 'a refresh token that is refused',
    async happen(scenario, donation) {
      const { account } = scenario
      revokeGrants(account)
      endAccessTokens(account)
      await scenario.update(donation, scenario.ordinaryChange(2), { mayFail: true, mayBeLost: true })
    },
  },
  {
    label: 'another organization that is picked',
    options: customers.withSeveral.options,
    async happen(scenario, _donation, landing) {
      const [, second] = scenario.account.organizations
      if (second) await scenario.choose(second, landing)
    },
  },
]

async function interrupted(trial: Trial, { label, options, happen }: Interruption): Promise<void> {
  const scenario = trial.scenario(label, { ...options, behaviour: { hasOddSecrets: true } })
  const { account } = scenario
  const [donation] = account.donations
  const [first, ...others] = account.organizations
  if (donation === undefined || first === undefined) return
  const landing = await scenario.connect()
  if (others.length > 0) await scenario.choose(first, landing)
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  endAccessTokens(account)
  await scenario.updateOrStop(donation, scenario.ordinaryChange(1))
  await happen(scenario, donation, landing)
  const updates: UpdateAttempt[] = []
  for (let number = 3; number <= 5; number++) {
    updates.push(await scenario.update(donation, scenario.ordinaryChange(number), { mayFail: true }))
    endAccessTokens(account)
  }
  const isStuck = updates.every(isHelpless) && !(await worksLater(scenario, donation))
  trial.ensure(!isStuck, () => ({
    expected: `updates that work again, or the user asked to connect, once the service works again after ${label}`,
    received: `${updates.length} updates in a row that fail, the last with ${updates.at(-1)?.exchange.response?.status}`,
    calls: account.calls.slice(-4),
    browsed: updates.map(({ exchange }) => exchange),
  }))
  const stale = supersededUse(account)
  trial.ensure(stale === undefined, () => ({
    expected: NEWEST,
    received: `after ${label}, a refresh token goes out that the service had replaced ${stale?.afterMs} ms before`,
    calls: stale?.calls ?? [],
  }))
}

/** Some leave a service that failed alone for a while. */
async function worksLater(scenario: Scenario, donation: Donation): Promise<boolean> {
  for (let time = 1; time <= LATER_TRIES; time++) {
    await scenario.wait(LATER_MS)
    if (!isHelpless(await scenario.update(donation, scenario.ordinaryChange(7 + time), { mayFail: true })))
      return true
  }
  return false
}

/** Whether an update failed, and nothing says when it may be tried again. */
function isHelpless({ outcome, exchange }: UpdateAttempt): boolean {
  return outcome === 'failed' && !exchange.response?.headers['retry-after']
}

/** The user connects a second time: the tokens of that flow take the place of those of the first. */
async function connectsTwice(trial: Trial): Promise<void> {
  const scenario = trial.scenario('connected a second time')
  const { account } = scenario
  const [donation] = account.donations
  if (donation === undefined) return
  await scenario.connect()
  await scenario.updateOrStop(donation, scenario.ordinaryChange())
  const first = new Set(account.refreshTokens.map(({ token }) => token.value))
  await scenario.connect()
  const after = account.calls.length
  endAccessTokens(account)
  await scenario.update(donation, scenario.ordinaryChange(1))
  const refreshes = account.calls.slice(after).filter(isRefresh)
  if (refreshes.length === 0) throw new InconclusiveError('the application does not refresh')
  const old = refreshes.find((call) => first.has(parameterOf(call, 'refresh_token') ?? ''))
  trial.ensure(old === undefined, () => ({
    expected: NEWEST,
    received: 'after the user connected a second time, a refresh with the refresh token of the first time',
    calls: old ? [old] : [],
  }))
}

/** Chains of refreshes in which something else happens. */
export const interruptions = [
  ...happenings.map((one) => ({ label: one.label, run: (trial: Trial) => interrupted(trial, one) })),
  { label: 'a second connection', run: connectsTwice },
]
