import { applyAll, type Deviations } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { envFile, servingMock, temporaryDirectory } from '../cli/places.ts'

/** What the tests of pipelines ask of a service: little, and the same each time. */
export const FEW_REQUIREMENTS = '--only UPDATE-2,AUTHZ-1 --seed 1 --shrink-seconds 0'

/** A service that breaks UPDATE-2. */
export const BROKEN: Deviations = { faults: ['update-2-id-left-out'] }

/** What of an env file makes UPDATE-2 undecided. */
export const WITHOUT_DONATIONS = { SANDBOX_PLEDGED_DONATION_IDS: '', SANDBOX_NON_PLEDGED_DONATION_IDS: '' }

/** What of an env file names a service that cannot be reached. (Runs that share donations would wait for each other.) */
export const UNREACHABLE = {
  ...WITHOUT_DONATIONS,
  SANDBOX_AUTH_URL: 'http://127.0.0.1:9',
  SANDBOX_API_URL: 'http://127.0.0.1:9',
}

/**
 * Starts a service that is there until the test is over.
 * @param deviations what is wrong or unusual about it
 * @param changes other values for some keys of its environment
 * @returns the path of its env file
 */
export async function service(
  deviations: Deviations = {},
  changes: Readonly<Record<string, string>> = {},
): Promise<string> {
  const mock = await servingMock({ policies: applyAll(contractPolicies, deviations) })
  return envFile(await temporaryDirectory(), mock, changes)
}
