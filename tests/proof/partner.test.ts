import { expect, test } from 'vitest'
import { partnerRequirements } from '../../contract/index.ts'
import { variants } from '../../examples/partner/variants/index.ts'
import { caseLine } from '../../proof/matrix-text.ts'
import { partnerVariantsCombined } from '../../proof/partner/cases.ts'
import { runCases } from '../../proof/run-cases.ts'
import { oneFaultOfEach } from './one-fault-each.ts'

// A fast cut of `faults --subject partner`: most of the time of an examination is waiting, so several are made at once.
const SEED = 1
const JOBS = 4

test('each requirement is proved by a fault that is caught and rightly named', async () => {
  const judged = await runCases(oneFaultOfEach({ seed: SEED, runs: 10 }), JOBS, () => {}, 'partner')
  expect(judged.filter(({ outcome }) => outcome !== 'caught').map(caseLine)).toEqual([])
  expect(judged.map(({ proofCase }) => proofCase.requirement)).toEqual(
    partnerRequirements.map(({ id }) => id),
  )
}, 120_000)

test('every variant is in some application, and no application has two of one decision', () => {
  const applications = partnerVariantsCombined({ seed: SEED, runs: 1 })
  const tried = new Set(applications.flatMap((application) => application.variants))
  expect(variants.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([])
})
