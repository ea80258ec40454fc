import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireDonation } from '../../support/donations.ts'

/** The token of a later refresh may be stored otherwise than that of the first. */
const REFRESHES = 4

/** Where a call works with the access token of the login, it works with that of each refresh. */
export const refresh2 = requirement(
  'REFRESH-2',
  test(async ({ oauth, api }) => {
    let newest = await oauth.signInForChain()
    const before = await api.organizations({ authorization: `Bearer ${newest.accessToken}` })
    if (!isAccepted(before))
      throw new InconclusiveError('the API accepts not even the first access token (see ORG-5)')
    for (let turn = 1; turn <= REFRESHES; turn++) {
      newest = await oauth.renew(newest.refreshToken)
      const after = await api.organizations({ authorization: `Bearer ${newest.accessToken}` })
      expect(after).toBeAccepted()
    }
  }),
  test('updates', async (context) => {
    requireDonation(context)
    const { oauth, api } = context
    const donation = await context.donation()
    const first = await oauth.signInForChain()
    const before = await api.update('PATCH', donation, {}, { authorization: `Bearer ${first.accessToken}` })
    if (!isAccepted(before))
      throw new InconclusiveError('an update does not work even with the first access token')
    const second = await oauth.renew(first.refreshToken)
    const after = await api.update('PATCH', donation, {}, { authorization: `Bearer ${second.accessToken}` })
    expect(after).toBeAccepted()
  }),
)
