import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { replace } from '../../mock/policies/replace.ts'
import { OBEYED } from '../../suites/axes/unknown-parameters.ts'
import { suites } from '../../suites/index.ts'

test('a lifetime that is always the one that an unknown parameter wishes for obeys nothing', async () => {
  const living = replace('token', () => ({ accessTokenLifetimeSeconds: OBEYED.expires_in }))
  const { target, close } = await openMock({ policies: living(contractPolicies) })
  const settings = { target, seed: 1, runs: 2, strict: false, only: ['TOKEN-16'] as const }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  expect(requirements.map(({ verdict }) => verdict)).toEqual(['pass'])
})
