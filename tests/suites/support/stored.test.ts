import { expect, test } from 'vitest'
import { isStored } from '../../../suites/support/stored.ts'

test.each<[what: string, field: string, sent: unknown, shown: unknown, isSame: boolean]>([
  ['a text', 'donor_city', 'Rome', 'Rome', true],
  ['a text in another letter case', 'donor_city', 'Rome', 'ROME', false],
  ['a country in another letter case', 'donor_country', 'ad', 'AD', true],
  [
    'an address with its domain in another letter case',
    'donor_email',
    'Ada@Example.com',
    'Ada@example.com',
    true,
  ],
  [
    'an address with its name in another letter case',
    'donor_email',
    'Ada@example.com',
    'ada@example.com',
    false,
  ],
  ['a number as text', 'quantity', 3, '3.00', true],
  ['another number', 'quantity', 3, 4, false],
  ['an empty text that is left out', 'memo', '', undefined, true],
  ['a text that is left out', 'memo', 'thanks', null, false],
  ['an empty text that is another', 'memo', '', 'thanks', false],
])('%s', (_, field, sent, shown, isSame) => {
  expect(isStored(field, sent, shown)).toBe(isSame)
})
