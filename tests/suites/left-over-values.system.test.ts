import { expect, onTestFinished, test } from 'vitest'
import type { TargetConfig } from '../../client/environment/config.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { changeOnRejection } from '../../mock/faults/donation/stored.ts'
import { faultById } from '../../mock/faults/index.ts'
import { contractPolicies, type Policies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

/** A service, and what a run of one requirement makes of it as often as one likes, as a stranger sees it. */
async function serviceWith(policies: Policies) {
  const { target, close } = await openMock({ policies })
  onTestFinished(close)
  const { inspector: _, ...stranger } = target
  return {
    target,
    verdictOf: async (id: string, part: Partial<TargetConfig> = {}) => {
      const settings = { target: { ...stranger, ...part }, seed: 1, runs: 5, strict: false, only: [id] }
      const { requirements } = await runOnThrowaway(settings, suites)
      return requirements[0]?.verdict
    },
  }
}

test('what a service stored before it was mended is not held against it', async () => {
  let isBroken = true
  const { verdictOf } = await serviceWith(
    changeOnRejection(['foreign-donation'], ({ body: { donor_city: city } }) =>
      isBroken && typeof city === 'string' ? { donor_city: city } : {},
    )(contractPolicies),
  )
  expect(await verdictOf('BEARER-6')).toBe('fail')
  isBroken = false
  expect(await verdictOf('BEARER-6')).toBe('pass')
})

test('an update that was stored in the first attempt shows in the second', async () => {
  const { target, verdictOf } = await serviceWith(
    changeOnRejection(['no-token'], ({ body: { donor_first_name: name }, request }) =>
      request.header('authorization') === undefined && request.query === '' && typeof name === 'string'
        ? { donor_first_name: name }
        : {},
    )(contractPolicies),
  )
  const only = {
    pledgedDonationIds: target.pledgedDonationIds.slice(0, 1),
    nonPledgedDonationIds: target.nonPledgedDonationIds.slice(0, 1),
  }
  expect(await verdictOf('BEARER-6', only)).toBe('fail')
})

test('advisors that were created twice before the service was mended are not held against it', async () => {
  const stores = contractPolicies.data.openStores()
  const verdictOf = async (policies: Policies) => {
    const data = { ...policies.data, openStores: () => stores }
    const { target, close } = await openMock({ policies: { ...policies, data } })
    onTestFinished(close)
    const settings = { target, seed: 1, runs: 5, strict: false, only: ['ADVISOR-7'] }
    return (await runOnThrowaway(settings, suites)).requirements[0]?.verdict
  }
  expect(await verdictOf(faultById('advisor-7-always-created').apply(contractPolicies))).toBe('warn')
  expect(await verdictOf(contractPolicies)).toBe('pass')
})
