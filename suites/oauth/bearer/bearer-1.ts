import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/methods.ts'

/** The smallest update, without an Authorization header. */
export const bearer1 = requirement(
  'BEARER-1',
  cases(BY_BOTH, async (context, method) => {
    const donation = await context.donation()
    const exchange = await context.api.update(method, donation, {}, { authorization: null })
    expect(exchange).toHaveStatus(401)
  }),
)
