import { expect, onTestFinished, test } from 'vitest'
import { openStage } from '../../partner/engine/stage.ts'
import { readPartnerEnvironment } from '../../partner/index.ts'
import { partnerFile } from './examining.ts'

const BY_ITSELF = 5_000
const FOR_A_REQUEST = 50

test('what an application may send the service grows with what browsers ask of it', async () => {
  const url = 'http://127.0.0.1:9'
  const stage = await openStage(readPartnerEnvironment(await partnerFile({ PARTNER_APP_URL: url })), {
    seed: 1,
  })
  onTestFinished(() => stage.close())
  const { http, registration, record } = stage.examinationOf('sandbox', { url, keptMs: () => 0 })
  const ask = async (times: number) => {
    for (let turn = 0; turn < times; turn += FOR_A_REQUEST)
      await Promise.all(
        Array.from({ length: FOR_A_REQUEST }, () => fetch(`${registration.apiUrl}/v1/organizations`)),
      )
  }
  record(await http.send({ method: 'GET', url }))
  await ask(BY_ITSELF + FOR_A_REQUEST)
  expect(stage.signal.aborted).toBe(false)
  await ask(FOR_A_REQUEST)
  expect(stage.signal.reason).toBe('the application sent the service more than 5050 requests')
})
