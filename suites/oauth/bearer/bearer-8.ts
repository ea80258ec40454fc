import { isAccepted } from '../../../client/http/answer.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/donation.ts'

export const bearer8 = requirement(
  'BEARER-8',
  cases(BY_BOTH, async (context, method) => {
    const { oauth, api } = context
    const donation = await context.donation()
    const { accessToken } = await oauth.signIn()
    const query = `access_token=${encodeURIComponent(accessToken)}`
    expect(await api.update(method, donation, {}, { authorization: null, query })).toBeRefused()
    // Where no token is needed, ORG-5 says so.
    if (isAccepted(await api.organizations({ authorization: null }))) return
    expect(await api.organizations({ authorization: null, query })).toBeRefused()
  }),
)
