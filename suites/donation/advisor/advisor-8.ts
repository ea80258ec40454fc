import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { sendRefused } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { withControl } from '../../support/control.ts'
import { read } from '../../support/read-back.ts'
import { REFUSED_UPDATES } from '../../support/refused-updates.ts'
import { expectStillLinked, linkAdvisor } from './linked.ts'

/** Updates that a donation which is not pledged has to refuse. */
const REFUSED: Readonly<Record<string, UpdateBody>> = {
  ...REFUSED_UPDATES,
  'an advisor without email': { advisor: { first_name: 'Grace' } },
  'an advisor that is no object': { advisor: 7 },
  'a null advisor beside a bad email': { advisor: null, donor_email: 'no address' },
  'another advisor beside a bad email': {
    advisor: { email: 'other@example.com' },
    donor_email: 'no address',
  },
  'another advisor beside a bad designation': {
    advisor: { email: 'other@example.com' },
    designation_id: 'none',
  },
  'a gated field': { quantity: 2 },
}

/** A rejected update leaves the present advisor in place. */
export const advisor8 = requirement(
  'ADVISOR-8',
  cases(REFUSED, async (context, body) => {
    const donation = await context.donation('other')
    const linked = await linkAdvisor(context, donation)
    for (const by of UPDATE_METHODS) {
      const refused = await sendRefused(context, donation, body, by)
      await withControl(
        () => expectStillLinked(context, donation, refused, linked),
        async () => {
          const again = await linkAdvisor(context, donation)
          await expectStillLinked(context, donation, (await read(context, donation)).exchange, again)
        },
        'ADVISOR-4',
      )
    }
  }),
)
