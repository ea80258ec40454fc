import { Api } from '../../client/donations/api.ts'
import type { DonationSnapshots } from '../../client/donations/snapshots.ts'
import { createHttpClient, type HttpClient } from '../../client/http/client.ts'
import { throttle } from '../../client/http/throttle.ts'
import type { TokenOwner } from '../../client/oauth/token-owner.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RunSettings } from '../model/settings.ts'

/** What is left of a run, which may have been ended early. */
interface GivenUp {
  readonly settings: RunSettings
  readonly secrets: SecretRegistry
  readonly abort: AbortController
}

/** How long it may take: after an interruption somebody is waiting. */
const SOON_MS = 10_000
const LATER_MS = 60_000

/**
 * Puts back the donations that a run changed, by a client of its own: that of the run may have been given up.
 * @param tokensBy the suite's tokens, renewed by such a client
 * @returns what is to be said of those that could not be put back
 */
export async function restoreDonations(
  snapshots: DonationSnapshots,
  { settings: { target, rateLimits = {} }, secrets, abort }: GivenUp,
  tokensBy: (http: HttpClient) => TokenOwner,
): Promise<readonly string[]> {
  const http = throttle(createHttpClient({ secrets, network: target.network }), rateLimits)
  const until = performance.now() + (abort.signal.aborted ? SOON_MS : LATER_MS)
  const left = await snapshots.restore(new Api(target, http, tokensBy(http)), until)
  await http.close()
  return left
}
