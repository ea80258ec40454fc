import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

/** What TOKEN-1 becomes where codes live so many seconds, and each answer takes so many milliseconds. */
async function verdictWhere(
  codeLifetimeSeconds: number,
  latencyMs: number,
  variants: readonly string[] = [],
) {
  const policies = applyAll(contractPolicies, { variants })
  const { target, close } = await openMock({ policies, codeLifetimeSeconds, latencyMs })
  const settings = { target, seed: 1, runs: 5, strict: false, once: true, only: ['TOKEN-1'] }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  return requirements.map(({ id, verdict }) => `${id} ${verdict}`)
}

// Four codes are obtained one after another, and the first is old by then.
test.each([
  [1, 20],
  [1, 120],
])(
  'codes that live %d s, as the environment says, are not held for longer at %d ms',
  async (lifetime, latency) => {
    expect(await verdictWhere(lifetime, latency)).toEqual(['TOKEN-1 pass'])
  },
)
