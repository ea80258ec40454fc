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
      'an array of an address': [EMAIL],
      'an array in an array': [[FULL_ADVISOR]],
      'JSON in a string': JSON.stringify(FULL_ADVISOR),
      'a name': 'Ada Lovelace',
      'the word null': 'null',
      'an id': '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13',
      'an array of two': [FULL_ADVISOR, FULL_ADVISOR],
      'an array of null': [null],
      one: 1,
      'a negative number': -1,
      'a fraction': 0.5,
    },
    async (context, value) => expectRefusedByBoth(context, await context.donation(), { advisor: value }),
  ),
)
