import { unknownDesignation } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth } from '../../support/expect-answer.ts'
import { UNKNOWN_DESIGNATION } from '../../support/unknown.ts'
import { WITHOUT_DESIGNATION } from './without-designation.ts'

/** A random UUID is rejected. */
export const designation3 = requirement(
  'DESIGNATION-3',
  property(
    unknownDesignation(),
    async (context, designation_id) =>
      expectRefusedByBoth(context, await context.donation(), { designation_id }),
    { share: 0.25 },
  ),
  cases('beside other fields', WITHOUT_DESIGNATION, async (context, others) => {
    const body = { ...others, designation_id: UNKNOWN_DESIGNATION }
    await expectRefusedByBoth(context, await context.donation(), body)
  }),
)
