import { isAccepted } from '../../../client/http/answer.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/methods.ts'

/** Calls with a valid token in the query and no Authorization header (RFC 6750, 2.3). */
export const bearer8 = requirement(
  'BEARER-8',
  cases(BY_BOTH, async (context, method) => {
    const { oauth, api } = context
    const donation = await context.donation()
    const { accessToken } = await oauth.signIn()
    const query = `access_token=${encodeURIComponent(accessToken)}`
    const update = await api.update(method, donation, {}, { authorization: null, query })
    expect(update).toBeRefused()
    // Where GET /v1/organizations needs no token at all, ORG-5 reports that, and the query shows nothing.
    const withoutToken = await api.organizations({ authorization: null })
    if (!isAccepted(withoutToken))
      expect(await api.organizations({ authorization: null, query })).toBeRefused()
  }),
)
