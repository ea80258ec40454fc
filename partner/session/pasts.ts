import { endAccessTokens, interfering, revokeGrants } from '../service/account.ts'
import { type Call, isCodeExchange } from '../service/call.ts'
import type { AccountOptions } from '../service/world.ts'
import { customers } from './customers.ts'
import { EXCHANGE_MS, type Scenario } from './scenario.ts'

/** What a user has been through before a flow begins. */
export interface Past {
  readonly label: string
  readonly options?: AccountOptions
  /** @throws InconclusiveError where it does not come to that */
  live(scenario: Scenario): Promise<void>
}

/** How the service refuses a code or a refresh token. */
export const INVALID_GRANT = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'This has expired.' },
}

/** For how many milliseconds after its answer a callback may still be looked at. */
const SETTLED_MS = 600

/** The callback of a new flow, with other parameters than the service would send. */
async function calledBack(scenario: Scenario, parameters: Readonly<Record<string, string>>): Promise<void> {
  const { parameters: asked } = await scenario.begin()
  const callback = new URL(scenario.examination.registration.redirectUri)
  callback.search = `${new URLSearchParams({ state: asked.get('state') ?? '', ...parameters })}`
  await scenario.open(callback)
  await scenario.wait(SETTLED_MS)
}

/** A flow that leads to no tokens, since the service refuses its code. */
export async function codeRefused(scenario: Scenario): Promise<void> {
  const refuse = (call: Call) => (isCodeExchange(call) ? { answer: INVALID_GRANT } : undefined)
  const { account } = scenario
  await interfering(account, refuse, async () => {
    const before = account.calls.length
    await scenario.openCallback(await scenario.approve(await scenario.begin()))
    // Some exchange it when the callback is answered already.
    await scenario.until(() => account.calls.slice(before).some(isCodeExchange), EXCHANGE_MS)
  })
}

async function cutOff(scenario: Scenario): Promise<void> {
  const { account } = scenario
  const [donation] = account.donations
  await scenario.connect()
  revokeGrants(account)
  endAccessTokens(account)
  if (donation) await scenario.update(donation, scenario.ordinaryChange())
}

/** Flows that led to no connection. */
export const failedFlows: readonly Past[] = [
  {
    label: 'a user whose callback had another state',
    live: (scenario) => calledBack(scenario, { code: 'unknown', state: 'unknown' }),
  },
  {
    label: 'a user who did not approve',
    live: (scenario) => calledBack(scenario, { error: 'access_denied' }),
  },
  { label: 'a user whose code was refused', live: codeRefused },
]

/** Whatever a user comes from, the next flow has to be as good as the first. */
export const pasts: readonly Past[] = [
  { label: 'a user who is connected', live: customers.one.connect },
  {
    label: 'a user of several organizations who is connected',
    options: customers.withSeveral.options,
    live: customers.withSeveral.connect,
  },
  {
    label: 'a user without organizations who connected twice',
    options: { organizations: 0 },
    live: customers.twice.connect,
  },
  {
    label: 'a user who began two other flows',
    async live(scenario) {
      await scenario.begin()
      await scenario.begin()
    },
  },
  ...failedFlows,
  { label: 'a user whose refresh token was revoked', live: cutOff },
]
