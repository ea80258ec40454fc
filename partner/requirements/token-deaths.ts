import { type Account, type Behaviour, endAccessTokens } from '../service/account.ts'
import { bearerOf } from '../service/call.ts'
import type { Scenario } from '../session/scenario.ts'

/** How an access token comes to be of no use, so that an application has to refresh. */
export interface TokenDeath {
  readonly label: string
  readonly lifetimeSeconds: Behaviour['lifetimeSeconds']
  /** Lets it happen to all access tokens that the customer has. */
  happen(scenario: Scenario): Promise<void>
}

/** Short enough to wait for, long enough to be used before. */
const LIFETIME_SECONDS = 2
/** Beyond the end, so that clocks which are a little apart agree that it has come. */
const BEYOND_MS = 250

/** By its time and before: some applications look at the clock, some wait for the service to refuse. */
export const tokenDeaths: readonly TokenDeath[] = [
  {
    label: 'a token refused as invalid',
    lifetimeSeconds: () => 3600,
    happen: async ({ account }) => endAccessTokens(account),
  },
  {
    label: 'an expired token',
    lifetimeSeconds: () => LIFETIME_SECONDS,
    happen: (scenario) => outliveToken(scenario, BEYOND_MS),
  },
]

/**
 * Waits until the newest access token has expired for the application, too: it counts from when the token arrived, which a
 * busy machine delays.
 * @param beyondMs milliseconds for which it has expired then
 */
export async function outliveToken(scenario: Scenario, beyondMs: number): Promise<void> {
  const { account, examination } = scenario
  await scenario.wait(leftOf(account) + beyondMs)
  const newest = account.accessTokens.at(-1)
  if (newest === undefined) return
  const firstUse = account.calls.find((call) => bearerOf(call) === newest.token.value)
  const usedAfterMs = (firstUse?.startedAt ?? Number.POSITIVE_INFINITY) - newest.at
  const keptMs = examination.keptMs(performance.now() - (Date.now() - newest.at))
  await scenario.wait(Math.min(usedAfterMs, keptMs))
}

/** Milliseconds until the newest access token expires. */
export function leftOf({ accessTokens }: Account): number {
  return Math.max(0, (accessTokens.at(-1)?.token.expiresAt ?? 0) - Date.now())
}
