import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

test.each([
  [['refresh-4-superseded-accepted'], 'warn'],
  [[], 'pass'],
])(
  'a superseded token is tried before a login ends its grant, where there is one grant: %j',
  async (faults, verdict) => {
    const policies = applyAll(contractPolicies, { faults, variants: ['grants-one'] })
    const { target, close } = await openMock({ policies })
    const settings = { target, seed: 1, runs: 5, strict: false, once: true, only: ['REFRESH-4'] }
    const { requirements } = await runOnThrowaway(settings, suites).finally(close)
    expect(requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual([`REFRESH-4 ${verdict}`])
  },
)
