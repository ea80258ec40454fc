import { expect, onTestFinished, test } from 'vitest'
import { readEnvironment } from '../../client/environment/read-environment.ts'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { replace } from '../../mock/policies/replace.ts'
import { startMockService } from '../../mock/server.ts'
import { suites } from '../../suites/index.ts'

test('one donation in another status is enough: no test waits for it that has it', async () => {
  const mock = await startMockService()
  onTestFinished(() => mock.close())
  const [only = ''] = mock.environment.SANDBOX_NON_PLEDGED_DONATION_IDS?.split(',') ?? []
  const processEnv = { ...mock.environment, SANDBOX_NON_PLEDGED_DONATION_IDS: only }
  const settings = { target: readEnvironment({ processEnv }), seed: 1, runs: 5, strict: false, once: true }
  const result = await runOnThrowaway({ ...settings, only: ['REFRESH-3'] }, suites)
  expect(result.requirements).toMatchObject([{ id: 'REFRESH-3', verdict: 'pass' }])
})

test('answers about donations whose ids need escapes are judged', async () => {
  const mock = await startMockService({
    policies: applyAll(contractPolicies, { variants: ['ids-to-escape'] }),
  })
  onTestFinished(() => mock.close())
  const target = readEnvironment({ processEnv: mock.environment })
  const settings = { target, seed: 1, runs: 5, strict: false, once: true, only: ['ERROR-1'] }
  const { requirements } = await runOnThrowaway(settings, suites)
  expect(requirements).toMatchObject([{ id: 'ERROR-1', verdict: 'pass' }])
})

test('the id of a donation, shortened by a digit or longer by one, may be that of another', async () => {
  const mock = await startMockService({
    policies: applyAll(contractPolicies, { variants: ['ids-to-escape'] }),
  })
  onTestFinished(() => mock.close())
  const target = readEnvironment({ processEnv: mock.environment })
  // What is its neighbour may be known to the suite, or not.
  const { pledgedDonationIds: pledged, nonPledgedDonationIds: others } = target
  for (const only of [pledged, pledged.slice(0, 1), pledged.slice(-1), others.slice(-1)]) {
    const of = (known: readonly string[]) => known.filter((id) => only.includes(id))
    const ids = { pledgedDonationIds: of(pledged), nonPledgedDonationIds: of(others) }
    const settings = { target: { ...target, ...ids }, seed: 1, runs: 5, strict: false, once: true }
    const { requirements } = await runOnThrowaway({ ...settings, only: ['UPDATE-14'] }, suites)
    expect(requirements, only.join()).toMatchObject([{ id: 'UPDATE-14', verdict: 'pass' }])
  }
})

test('a UUID that is cut short is the id of no donation, whatever id the answer shows', async () => {
  const findingByBeginning = replace('update', ({ findDonation }) => ({
    findDonation(store, id, request) {
      const [donation] = [...store.donations.values()].filter(
        (one) => id.length >= 8 && one.id.startsWith(id),
      )
      return findDonation(store, id, request) ?? (donation && { ...donation, id })
    },
  }))
  const mock = await startMockService({ policies: findingByBeginning(contractPolicies) })
  onTestFinished(() => mock.close())
  const target = readEnvironment({ processEnv: mock.environment })
  const settings = { target, seed: 1, runs: 5, strict: false, once: true, only: ['UPDATE-14'] }
  const { requirements } = await runOnThrowaway(settings, suites)
  expect(requirements).toMatchObject([{ id: 'UPDATE-14', verdict: 'fail' }])
})
