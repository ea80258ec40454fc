import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { TargetConfig } from '../../../client/environment/config.ts'
import { readEnvironment } from '../../../client/environment/read-environment.ts'
import { runOnThrowaway } from '../../../harness/engine/in-process.ts'
import { diagnoses } from '../../../harness/preflight/doctor.ts'
import { plan } from '../../../harness/preflight/plan.ts'
import { startMock } from '../../../mock/index.ts'
import { suites } from '../../../suites/index.ts'

/** What the doctor says stays undecided. */
async function forecast(target: TargetConfig): Promise<readonly string[]> {
  const looks = diagnoses(target, new AbortController().signal)
  let look = await looks.next()
  while (!look.done) look = await looks.next()
  if (!look.value) throw new Error('the target cannot be tested')
  return [...plan(look.value.target, look.value.shown).undecided.values()].flat().sort()
}

/** A machine with much to do lets requests wait: that is no matter of the target. */
const OF_THE_LOAD = /the code had to wait/

async function undecided(target: TargetConfig): Promise<readonly string[]> {
  const settings = { target, seed: 1, runs: 2, strict: false, once: true }
  const { requirements } = await runOnThrowaway(settings, suites)
  return requirements
    .filter(({ verdict, reason }) => verdict === 'inconclusive' && !OF_THE_LOAD.test(reason ?? ''))
    .map(({ id }) => id)
    .sort()
}

test.each([
  ['all keys', []],
  ['answers that show no more than they have to', ['record-minimal']],
])('a run decides what the doctor says, with %s', async (_, variants) => {
  const mock = await startMock({ variants })
  onTestFinished(() => mock.close())
  const target = readEnvironment({ processEnv: mock.environment })
  expect(await undecided(target)).toEqual(await forecast(target))
})

/** Beside the donations at hand, the answers for an id that nobody knows decide it, if there are any. */
const DECIDED_BY_OTHERS = 'ERROR-1'

test.each([
  ['pledged donations as the only fixtures', /FOREIGN|DESIGNATION_IDS|NON_PLEDGED/],
  ['no donation', /PLEDGED/],
])('a run decides what the doctor says, with %s', async (_, left) => {
  const mock = await startMock()
  onTestFinished(() => mock.close())
  const given = Object.entries(mock.environment).filter(([key]) => !left.test(key))
  const target = readEnvironment({ processEnv: Object.fromEntries(given) })
  const forecasted = (await forecast(target)).filter((id) => id !== DECIDED_BY_OTHERS)
  expect(await undecided(target)).toEqual(forecasted)
})

test('a run decides what the doctor says, with a refresh token alone', async () => {
  const mock = await startMock()
  onTestFinished(() => mock.close())
  const directory = mkdtempSync(join(tmpdir(), 'tokens-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const { user, noOrgUser, multiOrgUser, ...others } = readEnvironment({ processEnv: mock.environment })
  const target = {
    ...others,
    refreshToken: mock.tokens().refreshToken,
    tokenStore: join(directory, 'tokens'),
  }
  expect(await forecast(target)).toEqual(await undecided(target))
})
