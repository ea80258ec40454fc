import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { serviceRequirements } from '../../contract/index.ts'
import { accusations, nameOf } from '../../proof/matrix-text.ts'
import { runTrials } from '../../proof/run-trials.ts'
import { oneFaultEach, variantsInPairs } from '../../proof/trials.ts'

// A fast cut of `npm run faults`: one fault for each requirement, and all variants at the least effort.
const SEED = 1

test('every MUST and SHOULD is proved by a fault that is caught and rightly named', async () => {
  const trials = oneFaultEach({ seed: SEED, runs: 25, rows: 4 })
  const judged = await runTrials(trials, availableParallelism())
  expect(judged.filter(({ outcome }) => outcome !== 'caught').map(nameOf)).toEqual([])
  const proved = judged.map(({ trial }) => trial.requirement)
  const judgedByLevel = serviceRequirements.filter(({ level }) => level !== 'MAY').map(({ id }) => id)
  expect(judgedByLevel.filter((id) => !proved.includes(id))).toEqual([])
}, 900_000)

test('no legal variant is accused', async () => {
  const judged = await runTrials(variantsInPairs(SEED, 4), availableParallelism())
  const accused = judged.filter(({ wrongly }) => wrongly.length > 0)
  expect(accused.map((one) => `${nameOf(one)}: ${accusations(one.wrongly)}`)).toEqual([])
}, 900_000)
