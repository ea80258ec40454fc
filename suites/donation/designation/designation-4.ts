import { malformedDesignation } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth } from '../../support/donation.ts'

export const designation4 = requirement(
  'DESIGNATION-4',
  property(
    malformedDesignation(),
    async (context, { value }) =>
      expectRefusedByBoth(context, await context.donation(), { designation_id: value }),
    { share: 0.25 },
  ),
  cases<(id: string) => unknown>(
    'each kind',
    {
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
    },
    async (context, make) => {
      const [known = '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13'] = context.target.designationIds
      await expectRefusedByBoth(context, await context.donation(), { designation_id: make(known) })
    },
  ),
)
