import type { UpdateMethod } from '../../../client/donations/api.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { BODY } from './tokens.ts'

export const bearer5 = requirement(
  'BEARER-5',
  cases<[UpdateMethod, object]>(
    {
      'PATCH of a donor field': ['PATCH', BODY],
      'PUT of a donor field': ['PUT', BODY],
      'PATCH of nothing': ['PATCH', {}],
      'PUT of nothing': ['PUT', {}],
      'PATCH of a memo': ['PATCH', { memo: 'not yours' }],
    },
    async ({ api, foreignDonationId }, [method, body]) => {
      expect(await api.update(method, foreignDonationId, body)).toBeRefused()
    },
  ),
)
