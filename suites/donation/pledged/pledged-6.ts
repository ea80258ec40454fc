import { statusOf } from '../../../client/http/answer.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/donation.ts'
import { ORDINARY_GATED } from './gated.ts'

export const pledged6 = requirement(
  'PLEDGED-6',
  cases<UpdateBody>(
    {
      'quantity null': { quantity: null },
      'identifier null': { identifier: null },
      'source null': { source: null },
      'a fractional quantity': { quantity: 1.5 },
      'a quantity of zero': { quantity: 0 },
      'a negative quantity': { quantity: -1 },
      'a huge quantity': { quantity: 1e15 },
      'an empty identifier': { identifier: '' },
      'an empty source': { source: '' },
    },
    async (context, body, name) => {
      const exchange = await context.api.update('PATCH', await context.donation('pledged'), body)
      context.observe(name, `${statusOf(exchange)}`)
      // The next to use the donation shall not meet what this left.
      await context.api.update('PATCH', await context.donation('pledged'), ORDINARY_GATED)
    },
  ),
)
