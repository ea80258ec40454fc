import { generatedFault, isGenerated } from '../generated/index.ts'
import { findNamed } from '../named.ts'
import { advisorFaults } from './donation/advisor.ts'
import { advisorLinkedFaults } from './donation/advisor-linked.ts'
import { designationFaults } from './donation/designation.ts'
import { designationClearedFaults } from './donation/designation-cleared.ts'
import { pledgedFaults } from './donation/pledged.ts'
import { pledgedBeyondFaults } from './donation/pledged-beyond.ts'
import { spellingCoveredFaults } from './donation/spelling-covered.ts'
import { statesCoveredFaults } from './donation/states-covered.ts'
import { takenCoveredFaults } from './donation/taken-covered.ts'
import { updateBodyFaults } from './donation/update-body.ts'
import { updateMethodFaults } from './donation/update-methods.ts'
import { updatePartialFaults } from './donation/update-partial.ts'
import { updateRecordFaults } from './donation/update-records.ts'
import { updateValidationFaults } from './donation/update-validation.ts'
import { updateValueFaults } from './donation/update-values.ts'
import { valueCoveredFaults } from './donation/values-covered.ts'
import type { Fault } from './fault.ts'
import { errorFaults } from './general/error.ts'
import { errorBodyFaults } from './general/error-bodies.ts'
import { errorCoveredFaults } from './general/error-covered.ts'
import { versionFaults } from './general/version.ts'
import { accessElsewhereFaults } from './oauth/access-elsewhere.ts'
import { authzFaults } from './oauth/authz.ts'
import { authzBesideFaults } from './oauth/authz-beside.ts'
import { authzClientCoveredFaults } from './oauth/authz-client-covered.ts'
import { authzCoveredFaults } from './oauth/authz-covered.ts'
import { authzLoginCoveredFaults } from './oauth/authz-login-covered.ts'
import { authzOutcomeFaults } from './oauth/authz-outcome.ts'
import { authzRedirectUriFaults } from './oauth/authz-redirect-uri.ts'
import { authzRedirectUriCoveredFaults } from './oauth/authz-redirect-uri-covered.ts'
import { authzStateFaults } from './oauth/authz-state.ts'
import { bearerFaults } from './oauth/bearer.ts'
import { bearerAccessFaults } from './oauth/bearer-access.ts'
import { bearerCoveredFaults } from './oauth/bearer-covered.ts'
import { envFaults } from './oauth/env.ts'
import { orgFaults } from './oauth/org.ts'
import { orgCoveredFaults } from './oauth/org-covered.ts'
import { refreshFaults } from './oauth/refresh.ts'
import { refreshChainFaults } from './oauth/refresh-chain.ts'
import { refreshClientFaults } from './oauth/refresh-client.ts'
import { refreshCoveredFaults } from './oauth/refresh-covered.ts'
import { tokenFaults } from './oauth/token.ts'
import { tokenAnswerFaults } from './oauth/token-answers.ts'
import { tokenClientFaults } from './oauth/token-client.ts'
import { tokenClientCoveredFaults } from './oauth/token-client-covered.ts'
import { tokenCoveredFaults } from './oauth/token-covered.ts'
import { tokenGuessableFaults } from './oauth/token-guessable.ts'
import { tokenRepeatedFaults } from './oauth/token-repeated.ts'
import { tokenReuseFaults } from './oauth/token-reuse.ts'
import { tokenUnknownFaults } from './oauth/token-unknown.ts'
import { tokensElsewhereFaults } from './oauth/tokens-elsewhere.ts'

export type { Fault } from './fault.ts'

/** All faults of the mock, in the order of the contract. */
export const faults: readonly Fault[] = [
  ...envFaults,
  ...authzFaults,
  ...authzStateFaults,
  ...authzRedirectUriFaults,
  ...authzOutcomeFaults,
  ...authzBesideFaults,
  ...authzCoveredFaults,
  ...authzClientCoveredFaults,
  ...authzRedirectUriCoveredFaults,
  ...authzLoginCoveredFaults,
  ...tokenFaults,
  ...tokenReuseFaults,
  ...tokenClientFaults,
  ...tokenAnswerFaults,
  ...tokenCoveredFaults,
  ...tokenClientCoveredFaults,
  ...tokenUnknownFaults,
  ...tokenRepeatedFaults,
  ...tokenGuessableFaults,
  ...orgFaults,
  ...orgCoveredFaults,
  ...refreshFaults,
  ...refreshClientFaults,
  ...refreshChainFaults,
  ...refreshCoveredFaults,
  ...bearerFaults,
  ...bearerAccessFaults,
  ...bearerCoveredFaults,
  ...tokensElsewhereFaults,
  ...accessElsewhereFaults,
  ...updateValueFaults,
  ...updatePartialFaults,
  ...updateMethodFaults,
  ...updateBodyFaults,
  ...updateValidationFaults,
  ...updateRecordFaults,
  ...statesCoveredFaults,
  ...pledgedFaults,
  ...pledgedBeyondFaults,
  ...designationFaults,
  ...designationClearedFaults,
  ...advisorFaults,
  ...advisorLinkedFaults,
  ...valueCoveredFaults,
  ...takenCoveredFaults,
  ...spellingCoveredFaults,
  ...errorFaults,
  ...errorBodyFaults,
  ...errorCoveredFaults,
  ...versionFaults,
]

/**
 * Finds a fault by its id, or makes it where it is generated.
 * @throws Error for an unknown id; its message is one line that names the nearest known id
 */
export function faultById(id: string): Fault {
  return isGenerated(id) ? generatedFault(id) : findNamed('fault', faults, id)
}
