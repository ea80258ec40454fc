import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { replace } from '../../mock/policies/replace.ts'
import { startMockService } from '../../mock/server.ts'
import { suites } from '../../suites/index.ts'

test('codes that outlive a mistaken key are no violation', { timeout: 60_000 }, async () => {
  const living = replace('authorization', () => ({ codeLifetimeSeconds: 4 }))
  const mock = await startMockService({ policies: living(contractPolicies) })
  onTestFinished(() => mock.close())
  const processEnv = { ...mock.environment, SANDBOX_CODE_LIFETIME_SECONDS: '1' }
  const settings = { target: readEnvironment({ processEnv }), seed: 1, runs: 5, strict: false, once: true }
  const { requirements } = await runOnThrowaway({ ...settings, only: ['TOKEN-6'] }, suites)
  expect(requirements).toMatchObject([
    {
      verdict: 'inconclusive',
      needs: ['SANDBOX_CODE_LIFETIME_SECONDS'],
      reason: expect.stringContaining('at most 5 s'),
    },
  ])
})
