import type { UpdateMethod } from '../../../client/donations/api.ts'
import { statusOf } from '../../../client/http/answer.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { PLAIN_GATED } from '../../support/gated.ts'

/** PLEDGED-1 sends the greatest quantities by PATCH. */
const BY_PUT = 'a huge quantity'

/** What null, empty strings and odd quantities in gated fields give: recorded, never judged. */
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
      [BY_PUT]: { quantity: 1e15 },
      'an empty identifier': { identifier: '' },
      'an empty source': { source: '' },
    },
    async (context, body, name) => {
      const donation = await context.donation('pledged')
      const by: UpdateMethod = name === BY_PUT ? 'PUT' : 'PATCH'
      const exchange = await context.api.update(by, donation, body)
      context.observe(name, `${statusOf(exchange)}`)
      // The next test must not meet the odd value.
      await context.api.update('PATCH', donation, PLAIN_GATED)
    },
  ),
)
