import { unknownDesignation } from '../../../generators/index.ts'
import { cases, property, requirement } from '../../../harness/authoring/index.ts'
import { expectRefusedByBoth } from '../../support/donation.ts'
import { WITHOUT_DESIGNATION } from './present.ts'

export const designation3 = requirement(
  'DESIGNATION-3',
  property(
    unknownDesignation(),
    async (context, designation_id) =>
      expectRefusedByBoth(context, await context.donation(), { designation_id }),
    { share: 0.25 },
  ),
  cases('beside other fields', WITHOUT_DESIGNATION, async (context, others) => {
    const designation_id = '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13'
    await expectRefusedByBoth(context, await context.donation(), { ...others, designation_id })
  }),
)
