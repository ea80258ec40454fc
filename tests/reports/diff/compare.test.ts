import { expect, test } from 'vitest'
import type { Observation, RequirementResult } from '../../../harness/model/result.ts'
import { compareRecords, hasDrifted } from '../../../reports/diff/compare.ts'
import { diffMarkdown, diffText } from '../../../reports/diff/text.ts'
import { toRecord } from '../../../reports/record.ts'
import { requirement, reusedCode, run } from '../samples.ts'

const record = (requirements: readonly RequirementResult[], observations: readonly Observation[] = []) =>
  toRecord(run(requirements, { observations }))
const pass = requirement({ id: 'TOKEN-3' })
const fail = requirement({ id: 'TOKEN-3', verdict: 'fail', violations: [reusedCode] })
const open = requirement({ id: 'TOKEN-3', verdict: 'inconclusive', reason: 'nobody can log in' })
const may = requirement({ id: 'UPDATE-18', level: 'MAY', verdict: 'observed' })
const seen = (value: string, name = 'status of an accepted update') => ({
  requirement: 'UPDATE-18',
  name,
  value,
})
const ids = (changes: readonly { id: string }[]) => changes.map(({ id }) => id)

test('two runs alike have nothing to tell', () => {
  const both = record([pass, may], [seen('200')])
  const found = compareRecords(both, both)
  expect(hasDrifted(found)).toBe(false)
  expect(diffText(found)).toBe('Nothing changed between the two runs.\n')
})

test('two runs that tested nothing alike are not said to be alike', () => {
  expect(diffText(compareRecords(record([pass]), record([may])))).toBe(
    'Not compared, since only one run tested them: TOKEN-3, UPDATE-18\nNothing was compared: no requirement was tested by both runs.\n',
  )
})

test('newly broken, and the other way round newly kept', () => {
  expect(ids(compareRecords(record([pass]), record([fail])).newlyBroken)).toEqual(['TOKEN-3'])
  expect(ids(compareRecords(record([fail]), record([pass])).newlyKept)).toEqual(['TOKEN-3'])
})

test('undecided in one: told in both directions, but what is broken now is newly broken', () => {
  expect(ids(compareRecords(record([pass]), record([open])).undecidedInOne)).toEqual(['TOKEN-3'])
  expect(ids(compareRecords(record([open]), record([pass])).undecidedInOne)).toEqual(['TOKEN-3'])
  expect(ids(compareRecords(record([fail]), record([open])).undecidedInOne)).toEqual(['TOKEN-3'])
  expect(ids(compareRecords(record([open]), record([fail])).newlyBroken)).toEqual(['TOKEN-3'])
})

test('a warning is no violation, but a change', () => {
  const warn = requirement({ id: 'TOKEN-12', level: 'SHOULD', verdict: 'warn' })
  const kept = requirement({ id: 'TOKEN-12', level: 'SHOULD' })
  const found = compareRecords(record([kept]), record([warn]))
  expect(ids(found.otherwise)).toEqual(['TOKEN-12'])
  expect(hasDrifted(found)).toBe(true)
})

test('a warning is newly broken where only the newer run is strict', () => {
  const warn = requirement({ id: 'TOKEN-12', level: 'SHOULD', verdict: 'warn' })
  const [lenient, strict] = [false, true].map((isStrict) =>
    toRecord(run([warn], { run: { strict: isStrict } })),
  )
  if (!lenient || !strict) throw new Error('two records were made')
  expect(ids(compareRecords(lenient, strict).newlyBroken)).toEqual(['TOKEN-12'])
  expect(ids(compareRecords(strict, lenient).newlyKept)).toEqual(['TOKEN-12'])
})

test('an observation that changed is drift, one that came or went is told apart', () => {
  const before = record([may], [seen('200'), seen('422', 'an unknown field')])
  const after = record([may], [seen('201'), seen('415', 'a form')])
  const { drift, seenInOne } = compareRecords(before, after)
  expect(drift).toEqual([
    { requirement: 'UPDATE-18', name: 'status of an accepted update', before: '200', after: '201' },
  ])
  expect(seenInOne).toEqual([
    { requirement: 'UPDATE-18', name: 'an unknown field', before: '422' },
    { requirement: 'UPDATE-18', name: 'a form', after: '415' },
  ])
})

test('values that come in another order, or with other ids, are no drift', () => {
  const first = [seen('200'), seen('id 3755ba9c-c7ca-459b-8380-31446a8c2f43')]
  const second = [seen('id a61140d5-3b45-4eee-83e0-821cd8646503'), seen('200')]
  expect(compareRecords(record([may], first), record([may], second)).drift).toEqual([])
})

test('what only one run could see is not compared', () => {
  const blind = requirement({ id: 'UPDATE-18', level: 'MAY', verdict: 'inconclusive' })
  expect(compareRecords(record([may], [seen('200')]), record([blind])).drift).toEqual([])
  const found = compareRecords(record([may, pass], [seen('200')]), record([pass]))
  expect(found).toMatchObject({ drift: [], notCompared: ['UPDATE-18'] })
})

test('the console says what was and what is', () => {
  const found = compareRecords(record([pass, may], [seen('200')]), record([fail, may], [seen('201')]))
  expect(diffText(found)).toMatchInlineSnapshot(`
    "Newly broken (1)
      TOKEN-3 (MUST) pass → fail: What TOKEN-3 asks of the service
          expected 4xx with error invalid_grant, and no token, received 200 with a token response

    Silent drift (1)
      UPDATE-18 status of an accepted update
          before 200
          now    201

    Between the two runs: 1 newly broken, 1 silent change.
    "
  `)
})

test('of a list of fields only what is new and what is lost is shown', () => {
  const fields = (value: string) => [seen(value, 'fields of the record')]
  const found = compareRecords(
    record([may], fields('donor_city, id, memo')),
    record([may], fields('donor, donor_city, id')),
  )
  expect(diffText(found)).toContain('fields of the record\n      before memo\n      now    donor\n')
})

test('Markdown keeps a stranger from writing into a pull request', () => {
  const attack = seen('<script> [x](https://evil.example) @all | `a` **b**\n# c')
  const text = diffMarkdown(compareRecords(record([may], [seen('200')]), record([may], [attack])))
  expect(text).not.toMatch(/<script|\]\(|@all|`|\*\*|https:/)
  expect(
    text
      .split('\n')
      .find((line) => line.startsWith('| UPDATE'))
      ?.match(/\|/g),
  ).toHaveLength(5)
})
