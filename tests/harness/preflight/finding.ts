import { onTestFinished } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { checkEnvironment } from '../../../harness/preflight/mistakes/mistakes.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'
import { type MockService, startMockService } from '../../../mock/server.ts'

/** The mock with these faults and variants, until the test is finished. */
export async function mockWith(deviations: {
  readonly faults?: readonly string[]
  readonly variants?: readonly string[]
}): Promise<MockService> {
  const mock = await startMockService({
    policies: applyAll(contractPolicies, { faults: [], variants: [], ...deviations }),
  })
  onTestFinished(() => mock.close())
  return mock
}

/** A service that shows of its records no more than it has to. */
export function reticentMock(...faults: readonly string[]): Promise<MockService> {
  return mockWith({ faults, variants: ['record-minimal'] })
}

type Keys = Readonly<Record<string, string>>

/** What is found where these keys have other values; all that starts with the same words once. */
export async function found({ environment }: MockService, keys: Keys) {
  const target = readEnvironment({ processEnv: { ...environment, ...keys } })
  const { mistakes, ...checked } = await checkEnvironment(target, new AbortController().signal)
  return { ...checked, mistakes: mistakes.map(({ key, says }) => `${key}: ${says}`) }
}

/** The ids of a list of the environment. */
export const ids = ({ environment }: MockService, key: string) => environment[key]?.split(',') ?? []

export const PLEDGED = 'SANDBOX_PLEDGED_DONATION_IDS'
export const OTHERS = 'SANDBOX_NON_PLEDGED_DONATION_IDS'
