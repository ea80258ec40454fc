import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { apply, type UpdateBody } from '../../support/donation.ts'
import { WITHOUT_DESIGNATION } from './present.ts'

export const designation2 = requirement(
  'DESIGNATION-2',
  ...(['pledged', 'other'] as const).flatMap((kind) =>
    (['none', 'one'] as const).map((present) =>
      cases<UpdateBody>(`${kind}, while ${present} is set`, WITHOUT_DESIGNATION, async (context, others) => {
        const designation_id = context.otherCampaignDesignationId
        const donation = await context.donation(context.known(kind))
        for (const by of UPDATE_METHODS) {
          await apply(context, donation, {
            designation_id: present === 'one' ? context.designationIds[0] : null,
          })
          const exchange = await context.api.update(by, donation, { ...others, designation_id })
          expect(exchange).toBeRefused()
        }
      }),
    ),
  ),
)
