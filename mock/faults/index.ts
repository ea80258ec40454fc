import { findNamed } from '../named.ts'
import { advisorFaults } from './advisor.ts'
import { advisorLinkedFaults } from './advisor-linked.ts'
import { authzFaults } from './authz.ts'
import { authzOutcomeFaults } from './authz-outcome.ts'
import { authzRedirectUriFaults } from './authz-redirect-uri.ts'
import { authzStateFaults } from './authz-state.ts'
import { bearerFaults } from './bearer.ts'
import { bearerAccessFaults } from './bearer-access.ts'
import { designationFaults } from './designation.ts'
import { designationClearedFaults } from './designation-cleared.ts'
import { envFaults } from './env.ts'
import { errorFaults } from './error.ts'
import { errorBodyFaults } from './error-bodies.ts'
import type { Fault } from './fault.ts'
import { orgFaults } from './org.ts'
import { pledgedFaults } from './pledged.ts'
import { pledgedBeyondFaults } from './pledged-beyond.ts'
import { refreshFaults } from './refresh.ts'
import { refreshChainFaults } from './refresh-chain.ts'
import { refreshClientFaults } from './refresh-client.ts'
import { tokenFaults } from './token.ts'
import { tokenAnswerFaults } from './token-answers.ts'
import { tokenClientFaults } from './token-client.ts'
import { tokenReuseFaults } from './token-reuse.ts'
import { updateBodyFaults } from './update-body.ts'
import { updateMethodFaults } from './update-methods.ts'
import { updatePartialFaults } from './update-partial.ts'
import { updateRecordFaults } from './update-records.ts'
import { updateValidationFaults } from './update-validation.ts'
import { updateValueFaults } from './update-values.ts'
import { versionFaults } from './version.ts'

export type { Fault } from './fault.ts'

/** Every way in which the mock can break the contract, by family. */
export const faults: readonly Fault[] = [
  ...envFaults,
  ...authzFaults,
  ...authzStateFaults,
  ...authzRedirectUriFaults,
  ...authzOutcomeFaults,
  ...tokenFaults,
  ...tokenReuseFaults,
  ...tokenClientFaults,
  ...tokenAnswerFaults,
  ...orgFaults,
  ...refreshFaults,
  ...refreshClientFaults,
  ...refreshChainFaults,
  ...bearerFaults,
  ...bearerAccessFaults,
  ...updateValueFaults,
  ...updatePartialFaults,
  ...updateMethodFaults,
  ...updateBodyFaults,
  ...updateValidationFaults,
  ...updateRecordFaults,
  ...pledgedFaults,
  ...pledgedBeyondFaults,
  ...designationFaults,
  ...designationClearedFaults,
  ...advisorFaults,
  ...advisorLinkedFaults,
  ...errorFaults,
  ...errorBodyFaults,
  ...versionFaults,
]

/** The fault with this id. Throws where there is none. */
export function faultById(id: string): Fault {
  return findNamed('fault', faults, id)
}
