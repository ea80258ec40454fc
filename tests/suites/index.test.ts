import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { families, familyOf, serviceRequirements } from '../../contract/index.ts'
import { testName } from '../../harness/authoring/requirement.ts'
import { liveRules } from '../../harness/rules/live.ts'
import { suites } from '../../suites/index.ts'

const root = resolve(import.meta.dirname, '../../suites')
const tested = suites.flatMap(({ requirements }) => requirements)

test('every requirement of the service is tested, in the order of the catalogue', () => {
  expect(tested.map(({ id }) => id)).toEqual(serviceRequirements.map(({ id }) => id))
  const names = families.filter(({ side }) => side === 'service').map(({ name }) => name)
  expect(suites.map(({ name }) => name)).toEqual(names)
})

test.each(tested)('$id is tested in a file of its name', ({ id }) => {
  const place = join(familyOf(id).toLowerCase(), `${id.toLowerCase()}.ts`)
  const found = ['oauth', 'donation', 'general'].filter((half) => existsSync(join(root, half, place)))
  expect(found).toHaveLength(1)
})

test('no two tests have one name: a replay finds its test by it', () => {
  const names = tested.flatMap(({ id, tests }) => tests.map((one) => testName(id, one)))
  expect(new Set(names).size).toBe(names.length)
})

test('those whose tests only send are those whose rule says all of them', () => {
  const sending = tested.filter(({ options }) => options.judgedByRule).map(({ id }) => id)
  expect(sending.toSorted()).toEqual(liveRules.map(({ id }) => id).toSorted())
})
