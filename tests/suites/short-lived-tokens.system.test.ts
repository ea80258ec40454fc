import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { replace } from '../../mock/policies/replace.ts'
import { suites } from '../../suites/index.ts'

// One call at a time, so that many wait for longer than their tokens live.
test('a call that came to its turn when its token had expired is not held against the service', async () => {
  const shortLived = replace('token', () => ({ accessTokenLifetimeSeconds: 1 }))
  const { target, close } = await openMock({ policies: shortLived(contractPolicies), latencyMs: 25 })
  const settings = {
    ...{ target, seed: 1, runs: 5, strict: false, once: true, only: ['ORG-5', 'TOKEN-10'] },
    rateLimits: { concurrency: 1 },
  }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  expect(requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['TOKEN-10 pass', 'ORG-5 pass'])
})
