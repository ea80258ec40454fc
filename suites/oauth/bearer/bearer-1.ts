import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/donation.ts'

export const bearer1 = requirement(
  'BEARER-1',
  cases(BY_BOTH, async (context, method) => {
    const donation = await context.donation()
    expect(await context.api.update(method, donation, {}, { authorization: null })).toHaveStatus(401)
  }),
)
