import { expect, test } from 'vitest'
import { runOnThrowaway } from '../../harness/engine/in-process.ts'
import { exitStatus } from '../../harness/model/outcome.ts'
import type { RunResult } from '../../harness/model/result.ts'
import { openMock } from '../../harness/session/open-target.ts'
import { applyAll } from '../../mock/apply.ts'
import { contractPolicies } from '../../mock/policies/index.ts'
import { suites } from '../../suites/index.ts'

/** What the suite says of a service with these faults, as far as these requirements go. */
async function examine(faults: readonly string[], only: readonly string[]): Promise<RunResult> {
  const opened = await openMock({ policies: applyAll(contractPolicies, { faults, variants: [] }) })
  try {
    return await runOnThrowaway(
      { target: opened.target, seed: 5, runs: 5, strict: false, verdictsOnly: true, once: true, only },
      suites,
    )
  } finally {
    await opened.close()
  }
}

const brokenIn = ({ requirements }: RunResult) =>
  requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id)
const causesIn = ({ requirements }: RunResult) =>
  Object.fromEntries(requirements.flatMap(({ id, because }) => (because ? [[id, because]] : [])))

test.each([
  ['pledged-4-advisor-locked', ['PLEDGED-4', 'ADVISOR-1'], { 'ADVISOR-1': 'PLEDGED-4' }],
  ['update-3-city-echoed-not-stored', ['UPDATE-3', 'UPDATE-4'], { 'UPDATE-4': 'UPDATE-3' }],
  ['update-4-email-restored-by-next-update', ['UPDATE-3', 'UPDATE-4'], { 'UPDATE-3': 'UPDATE-4' }],
  ['update-14-unknown-created', ['UPDATE-14', 'BEARER-5'], { 'BEARER-5': 'UPDATE-14' }],
  ['designation-5-null-refused', ['DESIGNATION-5', 'UPDATE-1'], { 'UPDATE-1': 'DESIGNATION-5' }],
])('%s has one name', async (fault, only, causes) => {
  const result = await examine([fault], only)
  expect(brokenIn(result)).toEqual(only.filter((id) => !(id in causes)))
  expect(causesIn(result)).toEqual(causes)
  expect(exitStatus(result)).toBe(1)
})

test('a MUST that follows from a SHOULD still makes the run fail', async () => {
  const only = ['UPDATE-17', 'UPDATE-3']
  const result = await examine(['update-17-apostrophe-escaped'], only)
  expect(brokenIn(result)).toEqual(['UPDATE-17'])
  expect(causesIn(result)).toEqual({ 'UPDATE-3': 'UPDATE-17' })
  expect(exitStatus(result)).toBe(1)
})

/** Two mistakes of one service, of different families and of one. */
test.each([
  [
    ['pledged-4-advisor-locked', 'advisor-1-email-alone-refused'],
    ['PLEDGED-4', 'ADVISOR-1'],
  ],
  [
    ['update-17-apostrophe-escaped', 'update-3-reported-plus-refused'],
    ['UPDATE-3', 'UPDATE-17'],
  ],
  [
    ['update-3-city-echoed-not-stored', 'update-4-email-restored-by-next-update'],
    ['UPDATE-3', 'UPDATE-4'],
  ],
  [
    ['update-14-unknown-created', 'bearer-5-put-not-compared'],
    ['UPDATE-14', 'BEARER-5'],
  ],
  [
    ['designation-5-null-refused', 'update-1-type-in-capitals-refused'],
    ['DESIGNATION-5', 'UPDATE-1'],
  ],
  [
    ['token-15-no-description', 'error-2-reported-nul-in-path'],
    ['TOKEN-15', 'ERROR-2'],
  ],
])('%s have two names', async (faults, only) => {
  const result = await examine(faults, only)
  expect(causesIn(result)).toEqual({})
  expect(brokenIn(result).toSorted()).toEqual(only.toSorted())
})

test('a chain of refreshes that names no organization after an update is followed to its end', async () => {
  const faults = ['org-2-none-after-an-update', 'refresh-3-foreign-update-ends-it']
  expect(brokenIn(await examine(faults, ['ORG-2', 'REFRESH-3']))).toContain('REFRESH-3')
})
