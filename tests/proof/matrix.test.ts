import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { serviceRequirements } from '../../contract/index.ts'
import { oneFaultEach, variantsCombined } from '../../proof/cases.ts'
import { accusations, nameOf } from '../../proof/matrix-text.ts'
import { runCases } from '../../proof/run-cases.ts'

// A fast cut of `npm run faults`: one fault for each requirement, and some services of legal variants at the least effort.
const SEED = 1
/** Of the services of legal variants, one of so many is tried here. */
const EVERY = 3

test('every MUST and SHOULD is proved by a fault that is caught and rightly named', async () => {
  const cases = oneFaultEach({ seed: SEED, runs: 25, rows: 4 })
  const judged = await runCases(cases, availableParallelism())
  expect(judged.filter(({ outcome }) => outcome !== 'caught').map(nameOf)).toEqual([])
  const proved = judged.map(({ proofCase }) => proofCase.requirement)
  const judgedByLevel = serviceRequirements.filter(({ level }) => level !== 'MAY').map(({ id }) => id)
  expect(judgedByLevel.filter((id) => !proved.includes(id))).toEqual([])
}, 900_000)

test('no service of legal variants is accused', async () => {
  const services = variantsCombined(SEED, 4).filter((_, index) => index % EVERY === 0)
  const judged = await runCases(services, availableParallelism())
  const accused = judged.filter(({ wrongly }) => wrongly.length > 0)
  expect(accused.map((one) => `${nameOf(one)}: ${accusations(one.wrongly)}`)).toEqual([])
}, 900_000)
