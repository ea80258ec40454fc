import { advisorWithoutEmail } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { EMAIL, WITHOUT_EMAIL } from './examples.ts'

/** An advisor without `email`, whatever else it holds, is rejected; the empty object too. */
export const advisor2 = requirement(
  'ADVISOR-2',
  property(
    advisorWithoutEmail(),
    async (context, value) => expectRefusedByBoth(context, await context.donation(), { advisor: value }),
    { share: 0.1 },
  ),
  cases<UpdateBody>(
    'each field',
    {
      'an empty object': {},
      'all fields but email': WITHOUT_EMAIL,
      'an unknown field': { mail: EMAIL },
      'another letter case': { Email: EMAIL },
      ...Object.fromEntries(
        Object.entries(WITHOUT_EMAIL).map(([field, value]) => [`only ${field}`, { [field]: value }]),
      ),
    },
    async (context, value) => {
      const donation = await context.donation()
      await expectRefusedByBoth(context, donation, { advisor: value })
      await expectRefusedByBoth(context, donation, { ...PLAIN_DONOR, memo: 'thank you', advisor: value })
      // Where one is linked already, its email must not stand in for the missing one.
      await apply(context, donation, { advisor: { email: EMAIL } })
      await expectRefusedByBoth(context, donation, { advisor: value })
    },
  ),
)
