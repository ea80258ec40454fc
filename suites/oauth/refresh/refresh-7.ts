import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { MISSING_ID, WRONG_CREDENTIALS } from '../../support/credentials.ts'

export const refresh7 = requirement(
  'REFRESH-7',
  cases({ ...WRONG_CREDENTIALS, ...MISSING_ID }, async ({ oauth }, spoil) => {
    const { refreshToken } = await oauth.signInForRefresh()
    expect(await oauth.refresh(refreshToken, spoil(oauth.client))).toGiveNoToken()
  }),
  test("another client's secret", async ({ oauth, target }) => {
    if (!target.otherClient) throw new NotApplicableError('no second client')
    const { refreshToken } = await oauth.signInForRefresh()
    expect(await oauth.refresh(refreshToken, { client_secret: target.otherClient.secret })).toGiveNoToken()
  }),
)
