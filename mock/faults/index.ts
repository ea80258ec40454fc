import { generatedFault, isGenerated } from '../generated/index.ts'
import { findNamed } from '../named.ts'
import { advisorFaults } from './donation/advisor.ts'
import { advisorLinkedFaults } from './donation/advisor-linked.ts'
import { advisorNarrowFaults } from './donation/advisors-narrow.ts'
import { againNarrowFaults } from './donation/again-narrow.ts'
import { alikeNarrowFaults } from './donation/alike-narrow.ts'
import { answerNarrowFaults } from './donation/answers-narrow.ts'
import { apartNarrowFaults } from './donation/apart-narrow.ts'
import { askedNarrowFaults } from './donation/asked-narrow.ts'
import { besideNarrowFaults } from './donation/beside-narrow.ts'
import { circumstancesNarrowFaults } from './donation/circumstances-narrow.ts'
import { designationFaults } from './donation/designation.ts'
import { designationClearedFaults } from './donation/designation-cleared.ts'
import { habitNarrowFaults } from './donation/habits-narrow.ts'
import { habitTakenNarrowFaults } from './donation/habits-taken-narrow.ts'
import { linkedNarrowFaults } from './donation/linked-narrow.ts'
import { memberNarrowFaults } from './donation/members-narrow.ts'
import { misreadBodyFaults } from './donation/misread-narrow.ts'
import { momentsNarrowFaults } from './donation/moments-narrow.ts'
import { overlookedNarrowFaults } from './donation/overlooked-narrow.ts'
import { peopleNarrowFaults } from './donation/people-narrow.ts'
import { pledgedFaults } from './donation/pledged.ts'
import { pledgedBeyondFaults } from './donation/pledged-beyond.ts'
import { spellingNarrowFaults } from './donation/spelling-narrow.ts'
import { statesNarrowFaults } from './donation/states-narrow.ts'
import { takenNarrowFaults } from './donation/taken-narrow.ts'
import { updateBodyFaults } from './donation/update-body.ts'
import { updateMethodFaults } from './donation/update-methods.ts'
import { updatePartialFaults } from './donation/update-partial.ts'
import { updateRecordFaults } from './donation/update-records.ts'
import { updateValidationFaults } from './donation/update-validation.ts'
import { updateValueFaults } from './donation/update-values.ts'
import { valueNarrowFaults } from './donation/values-narrow.ts'
import type { Fault } from './fault.ts'
import { errorFaults } from './general/error.ts'
import { errorBodyFaults } from './general/error-bodies.ts'
import { errorNarrowFaults } from './general/error-narrow.ts'
import { versionFaults } from './general/version.ts'
import { accessElsewhereFaults } from './oauth/access-elsewhere.ts'
import { askedOtherwiseNarrowFaults } from './oauth/asked-otherwise-narrow.ts'
import { authzFaults } from './oauth/authz.ts'
import { authzBesideFaults } from './oauth/authz-beside.ts'
import { authzClientNarrowFaults } from './oauth/authz-client-narrow.ts'
import { authzLoginNarrowFaults } from './oauth/authz-login-narrow.ts'
import { authzMistypedNarrowFaults } from './oauth/authz-mistyped-narrow.ts'
import { authzNamesNarrowFaults } from './oauth/authz-names-narrow.ts'
import { authzNarrowFaults } from './oauth/authz-narrow.ts'
import { authzOutcomeFaults } from './oauth/authz-outcome.ts'
import { authzRedirectUriFaults } from './oauth/authz-redirect-uri.ts'
import { authzRedirectUriNarrowFaults } from './oauth/authz-redirect-uri-narrow.ts'
import { authzSecondNarrowFaults } from './oauth/authz-second-narrow.ts'
import { authzStateFaults } from './oauth/authz-state.ts'
import { authzStateNarrowFaults } from './oauth/authz-state-narrow.ts'
import { bearerFaults } from './oauth/bearer.ts'
import { bearerAccessFaults } from './oauth/bearer-access.ts'
import { bearerNarrowEntryFaults } from './oauth/bearer-narrow-entry.ts'
import { bearerNarrowReachFaults } from './oauth/bearer-narrow-reach.ts'
import { bearerUsesNarrowFaults } from './oauth/bearer-uses-narrow.ts'
import { bearerWrittenNarrowFaults } from './oauth/bearer-written-narrow.ts'
import { entryNarrowFaults } from './oauth/entry-narrow.ts'
import { envFaults } from './oauth/env.ts'
import { grantNarrowFaults } from './oauth/grants-narrow.ts'
import { misreadRequestFaults } from './oauth/misread-narrow.ts'
import { oneForClientFaults } from './oauth/one-for-client.ts'
import { orgFaults } from './oauth/org.ts'
import { orgNarrowFaults } from './oauth/org-narrow.ts'
import { refreshFaults } from './oauth/refresh.ts'
import { refreshAgainNarrowFaults } from './oauth/refresh-again-narrow.ts'
import { refreshChainFaults } from './oauth/refresh-chain.ts'
import { refreshClientFaults } from './oauth/refresh-client.ts'
import { refreshNarrowFaults } from './oauth/refresh-narrow.ts'
import { refreshShownNarrowFaults } from './oauth/refresh-shown-narrow.ts'
import { refreshUnusedNarrowFaults } from './oauth/refresh-unused-narrow.ts'
import { secretFormNarrowFaults } from './oauth/secret-forms-narrow.ts'
import { sessionNarrowFaults } from './oauth/session-narrow.ts'
import { tokenFaults } from './oauth/token.ts'
import { tokenAnswerFaults } from './oauth/token-answers.ts'
import { tokenBasicNarrowFaults } from './oauth/token-basic-narrow.ts'
import { tokenClientFaults } from './oauth/token-client.ts'
import { tokenClientNarrowFaults } from './oauth/token-client-narrow.ts'
import { tokenExchangeNarrowFaults } from './oauth/token-exchange-narrow.ts'
import { tokenGuessableFaults } from './oauth/token-guessable.ts'
import { tokenNarrowFaults } from './oauth/token-narrow.ts'
import { tokenRepeatedFaults } from './oauth/token-repeated.ts'
import { tokenReuseFaults } from './oauth/token-reuse.ts'
import { tokenUnknownFaults } from './oauth/token-unknown.ts'
import { tokensElsewhereFaults } from './oauth/tokens-elsewhere.ts'
import { whoseNarrowFaults } from './oauth/whose-narrow.ts'
import { reportedFaults } from './reported/index.ts'

export type { Fault } from './fault.ts'

/** All faults of the mock, in the order of the contract. */
export const faults: readonly Fault[] = [
  ...envFaults,
  ...authzFaults,
  ...authzSecondNarrowFaults,
  ...authzStateFaults,
  ...authzStateNarrowFaults,
  ...authzRedirectUriFaults,
  ...authzOutcomeFaults,
  ...authzBesideFaults,
  ...authzNarrowFaults,
  ...authzNamesNarrowFaults,
  ...authzClientNarrowFaults,
  ...authzRedirectUriNarrowFaults,
  ...authzLoginNarrowFaults,
  ...authzMistypedNarrowFaults,
  ...tokenFaults,
  ...tokenReuseFaults,
  ...tokenBasicNarrowFaults,
  ...tokenClientFaults,
  ...tokenAnswerFaults,
  ...tokenNarrowFaults,
  ...tokenClientNarrowFaults,
  ...tokenExchangeNarrowFaults,
  ...tokenUnknownFaults,
  ...tokenRepeatedFaults,
  ...tokenGuessableFaults,
  ...orgFaults,
  ...orgNarrowFaults,
  ...refreshFaults,
  ...refreshClientFaults,
  ...refreshChainFaults,
  ...refreshNarrowFaults,
  ...refreshAgainNarrowFaults,
  ...refreshUnusedNarrowFaults,
  ...refreshShownNarrowFaults,
  ...secretFormNarrowFaults,
  ...bearerFaults,
  ...bearerAccessFaults,
  ...bearerNarrowEntryFaults,
  ...bearerNarrowReachFaults,
  ...bearerUsesNarrowFaults,
  ...bearerWrittenNarrowFaults,
  ...tokensElsewhereFaults,
  ...oneForClientFaults,
  ...whoseNarrowFaults,
  ...misreadRequestFaults,
  ...accessElsewhereFaults,
  ...sessionNarrowFaults,
  ...grantNarrowFaults,
  ...entryNarrowFaults,
  ...askedOtherwiseNarrowFaults,
  ...updateValueFaults,
  ...updatePartialFaults,
  ...updateMethodFaults,
  ...updateBodyFaults,
  ...updateValidationFaults,
  ...updateRecordFaults,
  ...statesNarrowFaults,
  ...alikeNarrowFaults,
  ...askedNarrowFaults,
  ...pledgedFaults,
  ...pledgedBeyondFaults,
  ...designationFaults,
  ...designationClearedFaults,
  ...advisorFaults,
  ...advisorLinkedFaults,
  ...valueNarrowFaults,
  ...besideNarrowFaults,
  ...circumstancesNarrowFaults,
  ...overlookedNarrowFaults,
  ...momentsNarrowFaults,
  ...habitNarrowFaults,
  ...againNarrowFaults,
  ...habitTakenNarrowFaults,
  ...linkedNarrowFaults,
  ...memberNarrowFaults,
  ...takenNarrowFaults,
  ...spellingNarrowFaults,
  ...misreadBodyFaults,
  ...answerNarrowFaults,
  ...peopleNarrowFaults,
  ...apartNarrowFaults,
  ...advisorNarrowFaults,
  ...errorFaults,
  ...errorBodyFaults,
  ...errorNarrowFaults,
  ...versionFaults,
  ...reportedFaults,
]

/**
 * Finds a fault by its id, or makes it where it is generated.
 * @throws Error for an unknown id; its message is one line that names the nearest known id
 */
export function faultById(id: string): Fault {
  return isGenerated(id) ? generatedFault(id) : findNamed('fault', faults, id)
}
