import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { suites } from '../../suites/index.ts'

test('what one user and one client can show is decided where there are no others', async () => {
  const { target, close } = await openMock({})
  const { multiOrgUser, noOrgUser, otherClient, ...fewest } = target
  const settings = { target: fewest, seed: 1, runs: 5, strict: false, once: true, only: ['TOKEN-4'] }
  const { requirements } = await runOnThrowaway(settings, suites).finally(close)
  expect(requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(['TOKEN-4 pass'])
})
