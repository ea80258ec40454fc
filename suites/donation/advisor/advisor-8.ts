import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { isRefused } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { judgeWithControl } from '../../support/control.ts'
import { read, type UpdateBody } from '../../support/donation.ts'
import { expectStillLinked, link } from './linked.ts'

export const advisor8 = requirement(
  'ADVISOR-8',
  cases<UpdateBody>(
    {
      'a bad email': { donor_email: 'no address' },
      'a wrong type': { donor_city: 7 },
      'a null advisor beside a bad email': { advisor: null, donor_email: 'no address' },
      'another advisor beside a bad email': {
        advisor: { email: 'other@example.com' },
        donor_email: 'no address',
      },
      'another advisor beside a bad designation': {
        advisor: { email: 'other@example.com' },
        designation_id: 'none',
      },
      'an advisor without email': { advisor: { first_name: 'Grace' } },
      'an advisor that is no object': { advisor: 7 },
      'a gated field': { quantity: 2 },
      'a designation that is unknown': { designation_id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13' },
    },
    async (context, body) => {
      const donation = await context.donation('other')
      const fields = await link(context, donation)
      for (const by of UPDATE_METHODS) {
        const refused = await context.api.update(by, donation, body)
        if (!isRefused(refused))
          throw new InconclusiveError('the update was not refused, so there is nothing to look at')
        await judgeWithControl(
          () => expectStillLinked(context, donation, refused, fields),
          async () => {
            const shown = await link(context, donation)
            await expectStillLinked(context, donation, (await read(context, donation)).exchange, shown)
          },
          'ADVISOR-4',
        )
      }
    },
  ),
)
