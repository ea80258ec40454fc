import { badCountry } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'

/** Countries in upper case, unknown ones and those of three letters are rejected. */
export const update10 = requirement(
  'UPDATE-10',
  property(
    badCountry(),
    async (context, { value }) => {
      await expectRefusedByBoth(context, await context.donation(), { donor_country: value })
    },
    { share: 0.25 },
  ),
  cases(
    'each kind',
    {
      'upper case': 'AD',
      'mixed case': 'Ad',
      'three letters': 'and',
      'a name': 'Andorra',
      unassigned: 'zz',
      reserved: 'uk',
      'a number': '020',
      'one letter': 'a',
    },
    async (context, donor_country) =>
      expectRefusedByBoth(context, await context.donation(), { donor_country }),
  ),
)
