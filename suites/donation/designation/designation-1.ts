import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH, expectAccepted, recordOf } from '../../support/donation.ts'
import { hidden, isDesignation } from '../../support/hidden.ts'

export const designation1 = requirement(
  'DESIGNATION-1',
  cases(BY_BOTH, async (context, by) => {
    const donation = await context.donation()
    for (const designation_id of context.designationIds) {
      for (const others of [
        {},
        { donor_city: 'Rome' },
        { memo: 'thank you', advisor: { email: 'advisor@example.com' } },
      ]) {
        const exchange = await expectAccepted(context, donation, { ...others, designation_id }, by, others)
        const record = recordOf(exchange)
        if (!record) continue
        const now = await hidden(context, donation, { record, exchange }, 'designation_id')
        ensure(
          !now.seen || isDesignation(now.value, designation_id) !== false,
          `designation_id ${JSON.stringify(designation_id)}, as it was sent`,
          `designation_id ${JSON.stringify(now.seen && now.value)}`,
          [exchange],
        )
      }
    }
  }),
)
