import { brokenEmail } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'

/** A `donor_email` that is no address is rejected. */
export const update11 = requirement(
  'UPDATE-11',
  property(
    brokenEmail(),
    async (context, { value }) => {
      await expectRefusedByBoth(context, await context.donation(), { donor_email: value })
    },
    { share: 0.25 },
  ),
  cases(
    'each kind',
    {
      'a word': 'nobody',
      'nothing before the @': '@example.com',
      'nothing after the @': 'ada@',
      'two @': 'ada@@example.com',
      'a blank inside': 'ada lovelace@example.com',
      'a name': 'Ada Lovelace',
      'two dots in its domain': 'ada@example..com',
      'a dot before its domain': 'ada@.example.com',
      'a blank in its domain': 'ada@exam ple.com',
    },
    async (context, donor_email) => expectRefusedByBoth(context, await context.donation(), { donor_email }),
  ),
)
