import { expect, test } from 'vitest'
import { variantsCombined } from '../../proof/cases.ts'
import { accusations, caseName } from '../../proof/matrix-text.ts'
import { runCases } from '../../proof/run-cases.ts'

// A fast cut of `npm run faults`: some services of legal variants at the least effort. Minutes, so not in `npm test`.
const SEED = 1
/** Of the services of legal variants, one of so many is tried here. */
const EVERY = 4
/** Most of them wait more than they work: for their rate limits, and for what they show late. */
const JOBS = 4

test('no service of legal variants is accused', async () => {
  const services = variantsCombined(SEED, 4).filter((_, index) => index % EVERY === 0)
  const judged = await runCases(services, JOBS)
  const accused = judged.filter(({ wrongly }) => wrongly.length > 0)
  expect(accused.map((one) => `${caseName(one)}: ${accusations(one.wrongly)}`)).toEqual([])
}, 900_000)
