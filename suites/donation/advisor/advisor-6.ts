import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { EMAIL, FULL_ADVISOR } from './examples.ts'

/** A string, number, boolean or array as advisor is rejected. */
export const advisor6 = requirement(
  'ADVISOR-6',
  cases<unknown>(
    {
      'an email address': EMAIL,
      'an empty string': '',
      'a number': 7,
      zero: 0,
      true: true,
      false: false,
      'an array': [FULL_ADVISOR],
      'an empty array': [],
    },
    async (context, value) => expectRefusedByBoth(context, await context.donation(), { advisor: value }),
  ),
)
