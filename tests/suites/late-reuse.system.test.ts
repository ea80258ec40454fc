import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

// The look at grants, at the beginning, sees a reuse within its grace; the run takes longer than that.
test('a superseded token whose grace is over may end all grants of its user, whichever test holds them', async () => {
  const variants = ['grace-2-seconds', 'grants-ended-by-refresh-token-reuse']
  const policies = applyAll(contractPolicies, { faults: [], variants })
  const { target, close } = await openMock({ policies, latencyMs: 25 })
  const settings = {
    ...{ target, seed: 1, runs: 5, strict: false, once: true },
    only: [
      ...['TOKEN-1', 'TOKEN-3', 'TOKEN-4', 'TOKEN-5', 'TOKEN-8', 'TOKEN-13', 'BEARER-4'],
      ...[1, 3, 4, 5, 6, 7, 8].map((number) => `REFRESH-${number}`),
    ],
    rateLimits: { concurrency: 4 },
  }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  expect(new Set(requirements.map(({ verdict }) => verdict))).toEqual(new Set(['pass']))
})
