import type { Exchange } from '../../client/http/exchange.ts'
import type { PartnerRequirementId } from '../../contract/index.ts'
import type { Check } from './check.ts'
import * as oauth from './oauth-checks.ts'
import { type ExaminedTarget, recordedExamination } from './recorded.ts'
import * as tokens from './token-checks.ts'
import * as updates from './update-checks.ts'

const checks: Readonly<Record<PartnerRequirementId, Check>> = {
  'PARTNER-1': oauth.authorizationRequests,
  'PARTNER-2': oauth.states,
  'PARTNER-3': oauth.injectedCodes,
  'PARTNER-4': oauth.codeExchanges,
  'PARTNER-5': oauth.usedCodes,
  'PARTNER-6': oauth.refreshes,
  'PARTNER-7': oauth.refusedTokens,
  'PARTNER-8': tokens.refusedCalls,
  'PARTNER-9': tokens.expiredTokens,
  'PARTNER-10': tokens.tokenRequests,
  'PARTNER-11': tokens.bearerTokens,
  'PARTNER-12': updates.earlyCalls,
  'PARTNER-13': tokens.tokensReceived,
  'PARTNER-14': updates.askedUpdates,
  'PARTNER-15': updates.gatedFields,
  'PARTNER-16': updates.designations,
  'PARTNER-17': updates.environments,
  'PARTNER-18': tokens.bursts,
}

/** A requirement that exchanges show to be broken. */
interface ShownBreach {
  readonly id: string
  /** The requests that show it, by their numbers. */
  readonly exchanges: readonly number[]
}

/**
 * Judges the exchanges of an examination once more: what they show by themselves, and never more than the examination
 * itself would have found. What only the application's answers or whole series of states show is not judged.
 * @param exchanges all of one examination, as `exchanges.har` holds them
 */
export function breachesIn(target: ExaminedTarget, exchanges: readonly Exchange[]): readonly ShownBreach[] {
  const recorded = recordedExamination(target, exchanges)
  return Object.entries(checks).flatMap(([id, check]) => {
    const shown = check(recorded)
    return shown ? [{ id, exchanges: shown.map((one) => one.id) }] : []
  })
}
