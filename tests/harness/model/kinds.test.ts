import { expect, test } from 'vitest'
import { byKind, kindOf } from '../../../harness/model/kinds.ts'

const lost = (...fields: readonly string[]) => ({
  expected: `${fields.map((field) => `${field} "${Math.random()}"`).join(', ')}, as it was sent`,
  received: fields.map((field) => `${field} null`).join(', '),
})

const kinds = (violations: readonly { expected: string; received: string }[]) =>
  byKind(violations).map(({ violation, others }) => `${violation.received} and ${others.length} more`)

test('other values make no other kind', () => {
  expect(
    kinds([
      { expected: 'donor_city to stay as it was', received: 'donor_city: "Rome" became "ROME"' },
      { expected: 'donor_city to stay as it was', received: 'donor_city: "Bath 2" became "BATH 2"' },
    ]),
  ).toEqual(['donor_city: "Rome" became "ROME" and 1 more'])
})

test('another field does, and so does a value that is lost instead of altered', () => {
  const altered = { ...lost('donor_city'), received: 'donor_city "Rom"' }
  expect(kinds([lost('donor_city'), lost('donor_email'), altered])).toEqual([
    'donor_city null and 0 more',
    'donor_email null and 0 more',
    'donor_city "Rom" and 0 more',
  ])
})

test('two mistakes at once, each of which is shown by itself, are of the kind of the first', () => {
  expect(kinds([lost('donor_city', 'donor_email'), lost('donor_city'), lost('donor_email')])).toEqual([
    'donor_city null and 1 more',
    'donor_email null and 0 more',
  ])
})

test('two mistakes at once are a kind where one of them is shown nowhere else', () => {
  expect(kinds([lost('donor_city', 'donor_email'), lost('donor_city')])).toEqual([
    'donor_city null, donor_email null and 0 more',
    'donor_city null and 0 more',
  ])
})

test.each([
  [
    'the body of an answer',
    '400 (application/json), {"error":"a"}',
    '400 (application/json), {"error":"b"}',
    true,
  ],
  ['the status of an answer', '400 (application/json), {}', '500 (application/json), {}', false],
  ['an id', 'designation_id 9b2d-41', 'designation_id 77aa-02', true],
  ['an address', 'advisor ann@example.org', 'advisor bob@example.org', true],
  ['a field whose name has a digit', 'donor_address_line_1 null', 'donor_address_line_2 null', false],
])('%s', (_what, one, other, areAlike) => {
  const [first, second] = [one, other].map((received) => kindOf({ expected: 'better', received }))
  if (areAlike) expect(second).toEqual(first)
  else expect(second).not.toEqual(first)
})
