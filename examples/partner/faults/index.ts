import { authorizeFaults } from './authorize.ts'
import { bearerFaults } from './bearer.ts'
import { bodyFaults } from './bodies.ts'
import { callbackFaults } from './callbacks.ts'
import { codeFaults } from './codes.ts'
import { designationFaults } from './designation.ts'
import { designationSetFaults } from './designation-set.ts'
import { environmentFaults } from './environments.ts'
import { errorPageFaults } from './error-pages.ts'
import { exchangeFaults } from './exchange.ts'
import { expiryFaults } from './expiry.ts'
import type { Fault } from './fault.ts'
import { gateFaults } from './gate.ts'
import { productionFaults } from './in-production.ts'
import { invalidTokenFaults } from './invalid-token.ts'
import { laterCallbackFaults } from './later-callbacks.ts'
import { leakFaults } from './leaks.ts'
import { loadedFaults } from './loaded.ts'
import { olderTokenFaults } from './older-tokens.ts'
import { organizationCallFaults } from './organization-calls.ts'
import { organizationFaults } from './organizations.ts'
import { parameterFaults } from './parameters.ts'
import { raceFaults } from './races.ts'
import { reconnectingFaults } from './reconnecting.ts'
import { refreshChainFaults } from './refresh-chain.ts'
import { reuseFaults } from './reuse.ts'
import { revokedFaults } from './revoked.ts'
import { sandboxRemnantFaults } from './sandbox-remnants.ts'
import { sentAgainFaults } from './sent-again.ts'
import { stateFaults } from './states.ts'
import { storageFaults } from './storage.ts'
import { valueFaults } from './values.ts'

export type { Fault } from './fault.ts'

/** All faults of the sample, in the order of the requirements. */
export const faults: readonly Fault[] = [
  ...authorizeFaults,
  ...stateFaults,
  ...callbackFaults,
  ...laterCallbackFaults,
  ...exchangeFaults,
  ...codeFaults,
  ...refreshChainFaults,
  ...olderTokenFaults,
  ...revokedFaults,
  ...invalidTokenFaults,
  ...expiryFaults,
  ...reuseFaults,
  ...bearerFaults,
  ...organizationFaults,
  ...organizationCallFaults,
  ...leakFaults,
  ...loadedFaults,
  ...errorPageFaults,
  ...bodyFaults,
  ...valueFaults,
  ...gateFaults,
  ...designationFaults,
  ...designationSetFaults,
  ...environmentFaults,
  ...sandboxRemnantFaults,
  ...raceFaults,
  ...parameterFaults,
  ...reconnectingFaults,
  ...storageFaults,
  ...sentAgainFaults,
  ...productionFaults,
]
