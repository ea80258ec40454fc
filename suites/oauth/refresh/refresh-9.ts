import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { requireDonation } from '../../support/donations.ts'

/** Each token where the other belongs. */
export const refresh9 = requirement(
  'REFRESH-9',
  test('an access token is no refresh token', async ({ oauth }) => {
    const { accessToken } = await oauth.signIn()
    expect(await oauth.refresh(accessToken)).toGiveNoToken()
  }),
  test('a refresh token opens no call', async ({ oauth, api }) => {
    const { refreshToken } = await oauth.signInForRefresh()
    expect(await api.organizations({ authorization: `Bearer ${refreshToken}` })).toBeRefused()
  }),
  test('a refresh token updates nothing', async (context) => {
    requireDonation(context)
    const { refreshToken } = await context.oauth.signInForRefresh()
    const authorization = `Bearer ${refreshToken}`
    const donation = await context.donation()
    const exchange = await context.api.update('PATCH', donation, {}, { authorization })
    expect(exchange).toBeRefused()
  }),
)
