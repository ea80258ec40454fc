import { expect, test } from 'vitest'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import type { Pause } from '../../../harness/model/evidence.ts'
import { letPass } from '../../../harness/session/let-pass.ts'
import { openMock } from '../../../harness/session/open-target.ts'
import { Session } from '../../../harness/session/session.ts'
import { servingMock } from '../../cli/places.ts'

const settings = { seed: 1, runs: 1, strict: false }
const pause: Pause = { requirement: 'REFRESH-4', seconds: 0.05, why: 'a grace has to end' }

test('where nobody can move the clock of the service, the time is waited for, and whoever looks on is told', async () => {
  const { environment } = await servingMock()
  const session = new Session({ ...settings, target: readEnvironment({ processEnv: environment }) })
  const told: (Pause | undefined)[] = []
  session.onPause = (one) => told.push(one)
  expect(await letPass(session, pause)).toBe(true)
  expect(told).toEqual([{ ...pause, seconds: 1 }, undefined])
  await session.close()
})

test('the clock of the embedded service is moved instead', async () => {
  const opened = await openMock()
  const session = new Session({ ...settings, target: opened.target })
  expect(await letPass(session, { ...pause, seconds: 3_600 })).toBe(false)
  expect(session.clockMovedMs).toBe(3_600_000)
  await session.close()
  await opened.close()
})
