import { expect, requirement, test } from '../../../harness/authoring/index.ts'

export const refresh8 = requirement(
  'REFRESH-8',
  test(async ({ oauth, otherOAuth }) => {
    await otherOAuth.signIn()
    const first = await oauth.signInForRefresh()
    for (let time = 1; time <= 3; time++)
      expect(await otherOAuth.refresh(first.refreshToken)).toBeRefusedTokens()
    // A family of its own: to try the first with another client may have ended it.
    const rotated = await oauth.renew((await oauth.signInForRefresh()).refreshToken)
    expect(await otherOAuth.refresh(rotated.refreshToken)).toBeRefusedTokens()
  }),
)
