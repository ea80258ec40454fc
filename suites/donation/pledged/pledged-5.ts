import { cases, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'

/** Values that are no numbers. */
const NO_QUANTITIES: Readonly<Record<string, UpdateBody>> = {
  'quantity: digits in a string': { quantity: '2' },
  'quantity: a word': { quantity: 'two' },
  'quantity: an empty string': { quantity: '' },
  'quantity: true': { quantity: true },
  'quantity: false': { quantity: false },
  'quantity: an array': { quantity: [2] },
  'quantity: an empty array': { quantity: [] },
  'quantity: an object': { quantity: { value: 2 } },
}

/** Values that are no strings. */
const noStrings = (field: 'identifier' | 'source'): Readonly<Record<string, UpdateBody>> => ({
  [`${field}: a number`]: { [field]: 7 },
  [`${field}: zero`]: { [field]: 0 },
  [`${field}: true`]: { [field]: true },
  [`${field}: false`]: { [field]: false },
  [`${field}: an array`]: { [field]: ['a'] },
  [`${field}: an empty array`]: { [field]: [] },
  [`${field}: an object`]: { [field]: { a: 1 } },
})

/** A `quantity` that is no number, or an `identifier` or `source` that is no string, is rejected. */
export const pledged5 = requirement(
  'PLEDGED-5',
  cases({ ...NO_QUANTITIES, ...noStrings('identifier'), ...noStrings('source') }, async (context, body) =>
    expectRefusedByBoth(context, await context.donation('pledged'), body),
  ),
)
