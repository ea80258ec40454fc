import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { InconclusiveError } from '../../contract/verdict.ts'
import { openStage } from '../../partner/engine/stage.ts'
import { readPartnerEnvironment } from '../../partner/index.ts'
import { tryValues } from '../../partner/requirements/property.ts'
import { Trial } from '../../partner/session/trial.ts'
import { partnerFile } from './examining.ts'

/** A trial that has judged something already, as most have before they generate values. */
async function trialUnderWay(): Promise<Trial> {
  const appUrl = 'http://127.0.0.1:9'
  const config = readPartnerEnvironment(await partnerFile({ PARTNER_APP_URL: appUrl }))
  const stage = await openStage(config, { seed: 1, runs: 5 })
  onTestFinished(() => stage.close())
  const trial = new Trial(
    stage.examinationOf('sandbox', { url: appUrl, keptMs: () => 0 }),
    'PARTNER-14',
    'valid',
  )
  keeps(trial)
  return trial
}

const keeps = (trial: Trial) => trial.ensure(true, () => ({ expected: '', received: '' }))
const silent = new InconclusiveError('an update was not answered')

test('a property of which no value could be judged does not pass', async () => {
  const trial = await trialUnderWay()
  const tried = tryValues(trial, fc.integer(), () => Promise.reject(silent))
  await expect(tried).rejects.toBe(silent)
})

test('a property of which some values could be judged tells where it ended', async () => {
  const trial = await trialUnderWay()
  let left = 2
  await tryValues(trial, fc.integer(), async () => {
    if (left-- === 0) throw silent
    keeps(trial)
  })
  const says = 'what would have come after 2 generated values of PARTNER-14/valid was not decided'
  expect(trial.remarks).toEqual([{ says: `${says}: ${silent.message}`, times: 1 }])
})

test('rows that could not be decided are told beside those that were', async () => {
  const trial = await trialUnderWay()
  await trial.each([{ label: 'one' }, { label: 'several' }], async ({ label }) => {
    if (label === 'several') throw silent
    keeps(trial)
  })
  expect(trial.remarks).toEqual([
    { says: `what was tried with several was not decided: ${silent.message}`, times: 1 },
  ])
})

test('rows of which most could not be decided decide nothing, whatever was judged of them before', async () => {
  const trial = await trialUnderWay()
  const tried = trial.each([{ label: 'one' }, { label: 'several' }, { label: 'none' }], async ({ label }) => {
    keeps(trial)
    if (label !== 'one') throw silent
  })
  const says = 'only 1 of 3 cases could be decided: an update was not answered'
  await expect(tried).rejects.toThrow(new InconclusiveError(says))
})

test('rows of which none could be decided decide nothing', async () => {
  const trial = await trialUnderWay()
  const tried = trial.each([{ label: 'one' }, { label: 'several' }], () => Promise.reject(silent))
  await expect(tried).rejects.toBe(silent)
})
