import { advisorWithoutEmail } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { apply, expectRefusedByBoth, PLAIN_DONOR, type UpdateBody } from '../../support/donation.ts'
import { EMAIL, NAMELESS } from './linked.ts'

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
      'all fields but email': NAMELESS,
      'an unknown field': { mail: EMAIL },
      'another letter case': { Email: EMAIL },
      ...Object.fromEntries(
        Object.entries(NAMELESS).map(([field, value]) => [`only ${field}`, { [field]: value }]),
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
