import { expect, test } from 'vitest'
import { marksOf } from '../../../harness/model/marks.ts'
import { patternOf, patternSentence } from '../../../harness/model/pattern.ts'

/** The sentence about rows of which those fail that a broken service would fail. */
function sentence(rows: readonly (readonly string[])[], fails: (row: readonly string[]) => boolean): string {
  return patternSentence(patternOf(rows.map((marks) => ({ marks, failed: fails(marks) }))))
}

/** Every choice of a method, a status and a field. */
const COVERING = ['PUT', 'PATCH'].flatMap((method) =>
  ['pledged', 'open'].flatMap((status) =>
    ['memo', 'city', 'identifier'].map((field) => [method, status, field]),
  ),
)

test('one value that all failed rows share', () => {
  expect(sentence(COVERING, (row) => row.includes('memo'))).toBe(
    '4 of 12 rows fail: all with memo, none without',
  )
})

test('two values that fail only together', () => {
  expect(sentence(COVERING, (row) => row.includes('PUT') && row.includes('identifier'))).toBe(
    '2 of 12 rows fail: all with PUT and identifier, none without',
  )
})

test('three values that fail only together', () => {
  const isBad = (row: readonly string[]) => ['PUT', 'pledged', 'city'].every((mark) => row.includes(mark))
  expect(sentence(COVERING, isBad)).toBe(
    '1 of 12 rows fails: the one with PUT and pledged and city, none without',
  )
})

test('two mistakes, the one with more rows first', () => {
  expect(sentence(COVERING, (row) => row.includes('memo') || row.join() === 'PATCH,open,city')).toBe(
    '5 of 12 rows fail: 4 with memo, 1 with PATCH and open and city, none else',
  )
})

test('where everything fails, or nothing tells what fails from what passes, it says no more than that', () => {
  expect(sentence(COVERING, () => true)).toBe('all 12 rows fail')
  const flaky = patternOf([
    { marks: ['a'], failed: true },
    { marks: ['a'], failed: false },
  ])
  expect(patternSentence(flaky)).toBe('1 of 2 rows fails')
})

test('bodies are told apart by the fields that they hold and lack', () => {
  const bodies = [
    ['PUT', { memo: 'a', identifier: '1' }],
    ['PUT', { memo: 'b' }],
    ['PATCH', { identifier: '2', memo: null }],
    ['PATCH', { identifier: '3' }],
  ]
  expect(marksOf(bodies)).toEqual([
    ['PUT', 'memo', 'identifier'],
    ['PUT', 'memo', 'no identifier'],
    ['PATCH', 'identifier', 'memo', 'memo null'],
    ['PATCH', 'identifier', 'no memo'],
  ])
})

test('a list of steps has the marks of its steps', () => {
  const steps = [
    { do: 'update', body: { memo: 'a' } },
    { do: 'read', donation: 2 },
  ]
  expect(marksOf([steps])).toEqual([['do update', 'memo', 'do read']])
})

test('a table of pairs of fields shows the field that they share', () => {
  const fields = ['donor_city', 'donor_email', 'memo', 'quantity']
  const pairs = fields.flatMap((one, index) => fields.slice(index + 1).map((two) => ({ [one]: 1, [two]: 1 })))
  const marks = marksOf(pairs)
  expect(sentence(marks, (row) => row.includes('memo'))).toBe('3 of 6 rows fail: all with memo, none without')
})
