import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireDonation } from '../../support/donation.ts'

export const refresh2 = requirement(
  'REFRESH-2',
  test(async ({ oauth, api }) => {
    const first = await oauth.signInForChain()
    const before = await api.organizations({ authorization: `Bearer ${first.accessToken}` })
    if (!isAccepted(before))
      throw new InconclusiveError('the API accepts not even the first access token (see ORG-5)')
    let newest = first
    for (let turn = 1; turn <= 4; turn++) {
      newest = await oauth.renew(newest.refreshToken)
      expect(await api.organizations({ authorization: `Bearer ${newest.accessToken}` })).toBeAccepted()
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
    const { accessToken } = await oauth.renew(first.refreshToken)
    expect(await api.update('PATCH', donation, {}, { authorization: `Bearer ${accessToken}` })).toBeAccepted()
  }),
)
