import { expect, onTestFinished, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { changeOnRejection } from '../../mock/faults/donation/stored.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

test('a refused quantity that is stored shows whatever the donation had there', async () => {
  const storing = changeOnRejection(['not-pledged'], ({ body: { quantity } }) =>
    typeof quantity === 'number' ? { quantity } : {},
  )
  const { target, close } = await openMock({ policies: storing(contractPolicies) })
  onTestFinished(close)
  for (const id of target.nonPledgedDonationIds.slice(0, 5)) {
    const one = { ...target, nonPledgedDonationIds: [id] }
    const settings = { target: one, seed: 1, runs: 5, strict: false, only: ['PLEDGED-3'] }
    const { requirements } = await runOnThrowaway(settings, suites)
    expect(requirements).toMatchObject([{ verdict: 'fail' }])
  }
})
