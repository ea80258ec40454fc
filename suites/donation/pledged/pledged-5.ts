import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth, type UpdateBody } from '../../support/donation.ts'

export const pledged5 = requirement(
  'PLEDGED-5',
  cases<UpdateBody>(
    {
      'quantity: digits in a string': { quantity: '2' },
      'quantity: a word': { quantity: 'two' },
      'quantity: an empty string': { quantity: '' },
      'quantity: true': { quantity: true },
      'quantity: false': { quantity: false },
      'quantity: an array': { quantity: [2] },
      'quantity: an empty array': { quantity: [] },
      'quantity: an object': { quantity: { value: 2 } },
      ...Object.fromEntries(
        ['identifier', 'source'].flatMap((field) => [
          [`${field}: a number`, { [field]: 7 }],
          [`${field}: zero`, { [field]: 0 }],
          [`${field}: true`, { [field]: true }],
          [`${field}: false`, { [field]: false }],
          [`${field}: an array`, { [field]: ['a'] }],
          [`${field}: an empty array`, { [field]: [] }],
          [`${field}: an object`, { [field]: { a: 1 } }],
        ]),
      ),
    },
    async (context, body) => expectRefusedByBoth(context, await context.donation('pledged'), body),
  ),
)
