import { brokenEmail } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { NO_ADDRESSES } from '../../axes/addresses.ts'
import { alternating, expectAlternationRefused } from '../../axes/alternating.ts'
import { PLAIN_WITH_ADVISOR } from '../../support/bodies.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { DONOR_ADDRESS, expectLineEndRefused, LINE_ENDS } from '../../support/line-end.ts'

/** A `donor_email` that is no address is rejected. */
export const update11 = requirement(
  'UPDATE-11',
  property(
    brokenEmail(),
    async (context, { value }) => {
      const donation = await context.donation()
      // What was refused is refused again.
      for (let time = 1; time <= 2; time++)
        await expectRefusedByBoth(context, donation, { donor_email: value })
    },
    { share: 0.01 },
  ),
  cases('each shape', alternating(NO_ADDRESSES), async (context, { one: donor_email, ...turn }) =>
    expectAlternationRefused(
      context,
      await context.donation(),
      { ...turn, one: { donor_email } },
      PLAIN_WITH_ADVISOR,
    ),
  ),
  cases('a line end behind it', LINE_ENDS, (context, end) =>
    expectLineEndRefused(context, DONOR_ADDRESS, end),
  ),
)
