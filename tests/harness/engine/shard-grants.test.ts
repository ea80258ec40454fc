import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { runOnThrowaway } from '../../../harness/engine/in-process.ts'
import { applyAll } from '../../../mock/apply.ts'
import { contractPolicies } from '../../../mock/policies/index.ts'
import { startMockService } from '../../../mock/server.ts'
import { suites } from '../../../suites/index.ts'

test('where grants end one another, a shard says that it cannot be one, and blames nobody', async () => {
  const policies = applyAll(contractPolicies, { faults: [], variants: ['grants-one'] })
  const mock = await startMockService({ policies })
  onTestFinished(() => mock.close())
  const target = readEnvironment({ processEnv: mock.environment })
  const { problem, outcome } = await runOnThrowaway(
    { target, seed: 1, runs: 2, strict: false, only: ['ORG-1'], shard: { index: 1, of: 2 } },
    suites,
  )
  expect(problem).toMatch(/^grants of one user and client end one another here, .* run without --shard$/)
  expect(outcome).toBe('error')
})
