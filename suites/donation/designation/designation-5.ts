import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { expectAccepted, type UpdateBody } from '../../support/donation.ts'
import { expectCleared, setDesignation, WITHOUT_DESIGNATION } from './present.ts'

export const designation5 = requirement(
  'DESIGNATION-5',
  cases<[UpdateMethod, UpdateBody]>(
    Object.fromEntries(
      UPDATE_METHODS.flatMap((by) =>
        Object.entries(WITHOUT_DESIGNATION).map(([name, others]) => [
          `${by}, with ${name} else`,
          [by, others] as const,
        ]),
      ),
    ),
    async (context, [by, others]) => {
      const donation = await context.donation()
      await expectAccepted(context, donation, { ...others, designation_id: null }, by, others)
      const { id } = await setDesignation(context, donation)
      const exchange = await expectAccepted(
        context,
        donation,
        { ...others, designation_id: null },
        by,
        others,
      )
      await expectCleared(context, donation, exchange, id, 'null')
    },
  ),
)
