import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/methods.ts'
import { REFUSED_UPDATE } from './refused-update.ts'

/** A user without organizations tries to update one of the suite's donations. */
export const bearer9 = requirement(
  'BEARER-9',
  cases(BY_BOTH, async (context, method) => {
    const donation = await context.donation()
    const { accessToken } = await context.noOrgOAuth.signIn()
    const authorization = `Bearer ${accessToken}`
    const exchange = await context.api.update(method, donation, REFUSED_UPDATE, { authorization })
    expect(exchange).toBeRefused()
  }),
)
