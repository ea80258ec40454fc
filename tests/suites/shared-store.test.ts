import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

test('a grant that an attempt in production ends is not missed by other tests', async () => {
  const variants = ['refresh-token-used-up-in-either-environment']
  const { target, close } = await openMock({ policies: applyAll(contractPolicies, { faults: [], variants }) })
  const only = ['ENV-1', 'BEARER-2', 'BEARER-5'] as const
  const settings = { target, seed: 1, runs: 5, strict: false, once: true, only: [...only] }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  expect(requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(only.map((id) => `${id} pass`))
})
