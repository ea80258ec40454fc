import { Api } from '../../client/donations/api.ts'
import type { DonationSnapshots } from '../../client/donations/snapshots.ts'
import { createHttpClient } from '../../client/http/client.ts'
import { throttle } from '../../client/http/throttle.ts'
import type { TokenOwner } from '../../client/oauth/token-owner.ts'
import type { SecretRegistry } from '../../client/secrets/registry.ts'
import type { RunSettings } from '../model/settings.ts'

/** How long it may take: after an interruption somebody is waiting. */
const SOON_MS = 10_000
const LATER_MS = 60_000

/**
 * Puts back the donations that a run changed, by a client of its own: that of the run may have been given up.
 * @returns what is to be said of those that could not be put back
 */
export async function restoreDonations(
  snapshots: DonationSnapshots,
  { target, rateLimits = {} }: RunSettings,
  {
    secrets,
    tokens,
    signal,
  }: { readonly secrets: SecretRegistry; readonly tokens: TokenOwner; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const http = throttle(createHttpClient({ secrets, network: target.network }), rateLimits)
  const until = performance.now() + (signal.aborted ? SOON_MS : LATER_MS)
  const left = await snapshots.restore(new Api(target, http, tokens), until)
  await http.close()
  return left
}
