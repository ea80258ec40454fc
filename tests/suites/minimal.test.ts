import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { toRecord } from '../../reports/record.ts'
import { suites } from '../../suites/index.ts'

/** What the record says of a requirement that a fault breaks. */
async function recorded(fault: string, id: string) {
  const policies = applyAll(contractPolicies, { faults: [fault], variants: [] })
  const { target, close } = await openMock({ policies })
  try {
    const settings = { target, seed: 1, runs: 25, strict: false, only: [id], once: true, shrinkSeconds: 30 }
    const { requirements } = toRecord(await runOnThrowaway(settings, suites))
    return requirements.find((one) => one.id === id)
  } finally {
    await close()
  }
}

test('a mistake that takes two steps is shown by a walk of two', async () => {
  const found = await recorded('update-4-city-cleared-by-repetition', 'UPDATE-4')
  expect(JSON.parse(found?.counterexample?.value ?? '[]')).toHaveLength(2)
  expect(found?.counterexample?.replay).toContain('words of')
})

test('a mistake in one field is told by its pattern among the tables', async () => {
  const found = await recorded('update-3-city-echoed-not-stored', 'UPDATE-3')
  const patterns = found?.patterns?.map(({ sentence }) => sentence)
  expect(patterns).toContain('6 of 21 rows fail: all with donor_city, none without')
})

test('each difference between PUT and PATCH is told once', async () => {
  const { violations = [] } = (await recorded('update-5-put-clears-line-2', 'UPDATE-5')) ?? {}
  expect(violations).not.toEqual([])
  for (const { received } of violations) {
    const differences = received.split('; ')
    expect(new Set(differences).size, received).toBe(differences.length)
    expect(received.match(/donor_address_line_2/g), received).toHaveLength(1)
  }
})
