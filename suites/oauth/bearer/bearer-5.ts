import type { UpdateMethod } from '../../../client/donations/api.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { REFUSED_UPDATE } from './refused-update.ts'

/** Updates of a donation that belongs to another organization, with the suite's own token. */
export const bearer5 = requirement(
  'BEARER-5',
  cases<readonly [method: UpdateMethod, body: UpdateBody]>(
    {
      'PATCH of a donor field': ['PATCH', REFUSED_UPDATE],
      'PUT of a donor field': ['PUT', REFUSED_UPDATE],
      'PATCH of nothing': ['PATCH', {}],
      'PUT of nothing': ['PUT', {}],
      'PATCH of a memo': ['PATCH', { memo: 'not yours' }],
    },
    async ({ api, foreignDonationId }, [method, body]) => {
      const exchange = await api.update(method, foreignDonationId, body)
      expect(exchange).toBeRefused()
    },
  ),
)
