import { ADVISOR_FIELDS } from '../../../contract/index.ts'
import { brokenAdvisor } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { FULL_ADVISOR } from './examples.ts'

/** Values that are no strings. */
const NO_STRINGS = { 'a number': 7, true: true, 'an array': ['a'], 'an object': { a: 1 } }

/** An `email` that is null, empty, no address or no string is rejected; other fields of a wrong type too. */
export const advisor5 = requirement(
  'ADVISOR-5',
  property(
    brokenAdvisor(),
    async (context, { advisor: value }) =>
      expectRefusedByBoth(context, await context.donation(), { advisor: value }),
    { share: 0.1 },
  ),
  cases<UpdateBody>(
    'each field',
    {
      'email null': { ...FULL_ADVISOR, email: null },
      'email empty': { ...FULL_ADVISOR, email: '' },
      'email no address': { ...FULL_ADVISOR, email: 'no address' },
      'email with nothing before the @': { ...FULL_ADVISOR, email: '@example.com' },
      'email with nothing after the @': { ...FULL_ADVISOR, email: 'ada@' },
      ...Object.fromEntries(
        ADVISOR_FIELDS.flatMap((field) =>
          Object.entries(NO_STRINGS).map(([type, value]) => [
            `${field} ${type}`,
            { ...FULL_ADVISOR, [field]: value },
          ]),
        ),
      ),
    },
    async (context, value) => expectRefusedByBoth(context, await context.donation(), { advisor: value }),
  ),
)
