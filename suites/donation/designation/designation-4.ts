import { malformedDesignation } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { UNKNOWN_DESIGNATION } from '../../support/unknown.ts'

/** Values that are no UUID, made from one of a designation where they are near misses. */
const MALFORMED: Readonly<Record<string, (id: string) => unknown>> = {
  'an empty string': () => '',
  'a blank': () => ' ',
  'a word': () => 'none',
  'the word null': () => 'null',
  'a letter too many': (id) => `${id}a`,
  'a letter too few': (id) => id.slice(0, -1),
  'a letter that is no hexadecimal digit': (id) => `${id.slice(0, -1)}g`,
  'a number': () => 7,
  zero: () => 0,
  true: () => true,
  false: () => false,
  'an object': (id) => ({ id }),
  'an empty object': () => ({}),
  'an array': (id) => [id],
  'an empty array': () => [],
}

/** A string that is no UUID, an empty string, a number or an object is rejected. */
export const designation4 = requirement(
  'DESIGNATION-4',
  property(
    malformedDesignation(),
    async (context, { value }) =>
      expectRefusedByBoth(context, await context.donation(), { designation_id: value }),
    { share: 0.25 },
  ),
  cases('each kind', MALFORMED, async (context, makeFrom) => {
    const [id = UNKNOWN_DESIGNATION] = context.target.designationIds
    await expectRefusedByBoth(context, await context.donation(), { designation_id: makeFrom(id) })
  }),
)
