import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { startMock } from '../../mock/server.ts'
import { suites } from '../../suites/index.ts'

test('one donation in another status is enough: no test waits for it that has it', async () => {
  const mock = await startMock()
  onTestFinished(() => mock.close())
  const [only = ''] = mock.environment.SANDBOX_NON_PLEDGED_DONATION_IDS?.split(',') ?? []
  const processEnv = { ...mock.environment, SANDBOX_NON_PLEDGED_DONATION_IDS: only }
  const settings = { target: readEnvironment({ processEnv }), seed: 1, runs: 5, strict: false, once: true }
  const result = await runOnThrowaway({ ...settings, only: ['REFRESH-3'] }, suites)
  expect(result.requirements).toMatchObject([{ id: 'REFRESH-3', verdict: 'pass' }])
})
