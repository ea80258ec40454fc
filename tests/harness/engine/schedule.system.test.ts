import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TestedFamily } from '../../../harness/authoring/index.ts'
import { runOnThrowaway } from '../../../harness/engine/in-process.ts'
import { openMock } from '../../../harness/session/open-target.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'
import { suites } from '../../../suites/index.ts'

const SEEDS = [1, 2, 3]
const only = ['AUTHZ-10', 'TOKEN-3', 'TOKEN-9', 'REFRESH-3', 'BEARER-4', 'UPDATE-4', 'UPDATE-16', 'PLEDGED-2']

/** The same values in another order, which the seed alone decides. */
function shuffled<Value>(values: readonly Value[], seed: number): Value[] {
  const [order = []] = fc.sample(fc.shuffledSubarray([...values], { minLength: values.length }), {
    seed,
    numRuns: 1,
  })
  return order
}

/** Tests begin in the order of the suites. */
function inAnotherOrder(seed: number): TestedFamily[] {
  return shuffled(suites, seed).map((family) => ({
    ...family,
    requirements: shuffled(family.requirements, seed).map((requirement) => ({
      ...requirement,
      tests: shuffled(requirement.tests, seed),
    })),
  }))
}

/** The verdicts on a service with this fault, and few donations: who has them first depends on the order. */
async function verdictsOf(fault: string | undefined, families: readonly TestedFamily[]) {
  const policies = applyAll(contractPolicies, { faults: fault ? [fault] : [], variants: [] })
  const { target, close } = await openMock({ policies })
  const few = {
    ...target,
    pledgedDonationIds: target.pledgedDonationIds.slice(0, 2),
    nonPledgedDonationIds: target.nonPledgedDonationIds.slice(0, 2),
  }
  const settings = { target: few, seed: 1, runs: 5, strict: true, only, rateLimits: { concurrency: 8 } }
  const { requirements } = await runOnThrowaway(settings, families)
  await close()
  return requirements.map(({ id, verdict }) => `${id} ${verdict}`)
}

test.each([
  ['the correct service', undefined],
  ['a fault of updates', 'update-16-quantity-added'],
  ['a fault of refreshes', 'refresh-3-third-refused'],
])('whatever the order of the tests, the verdicts are the same: %s', async (_, fault) => {
  const inOrder = await verdictsOf(fault, suites)
  expect(inOrder.some((verdict) => / (fail|warn)$/.test(verdict))).toBe(fault !== undefined)
  for (const seed of SEEDS) expect(await verdictsOf(fault, inAnotherOrder(seed))).toEqual(inOrder)
})
