import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

// TOKEN-1 obtains four codes one after another, and the first is old by then.
test.each([20, 120])(
  'codes that live 1 s, as the environment says, are not held for longer: answers after %d ms',
  async (latencyMs) => {
    const { target, close } = await openMock({
      policies: contractPolicies,
      codeLifetimeSeconds: 1,
      latencyMs,
    })
    const settings = { target, seed: 1, runs: 5, strict: false, once: true, only: ['TOKEN-1'] }
    const { requirements } = await runOnThrowaway(settings, suites).finally(close)
    expect(requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['TOKEN-1 pass'])
  },
)
