import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/donation.ts'
import { BODY } from './tokens.ts'

export const bearer9 = requirement(
  'BEARER-9',
  cases(BY_BOTH, async (context, method) => {
    const donation = await context.donation()
    const authorization = `Bearer ${(await context.noOrgOAuth.signIn()).accessToken}`
    expect(await context.api.update(method, donation, BODY, { authorization })).toBeRefused()
  }),
)
