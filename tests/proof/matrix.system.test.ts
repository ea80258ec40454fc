import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { serviceRequirements } from '../../contract/index.ts'
import { caseLine } from '../../proof/matrix-text.ts'
import { runCases } from '../../proof/run-cases.ts'
import { oneFaultEach } from './one-fault-each.ts'

// A fast cut of `npm run faults`: one fault for each requirement.
const SEED = 1

test('every MUST and SHOULD is proved by a fault that is caught and rightly named', async () => {
  const cases = oneFaultEach({ seed: SEED, runs: 25, rows: 4 })
  const judged = await runCases(cases, availableParallelism())
  expect(judged.filter(({ outcome }) => outcome !== 'caught').map(caseLine)).toEqual([])
  const proved = judged.map(({ proofCase }) => proofCase.requirement)
  const judgedByLevel = serviceRequirements.filter(({ level }) => level !== 'MAY').map(({ id }) => id)
  expect(judgedByLevel.filter((id) => !proved.includes(id))).toEqual([])
}, 900_000)
