import { expect, requirement, test } from '../../../harness/authoring/index.ts'

/** Refused once, refused again: a first attempt must not open the way for the next. */
const ATTEMPTS = 3

/** A second client, which can log in itself, tries refresh tokens of the first: of a login and of a refresh. */
export const refresh8 = requirement(
  'REFRESH-8',
  test(async ({ oauth, otherOAuth }) => {
    await otherOAuth.signIn()
    const ofLogin = await oauth.signInForRefresh()
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
      expect(await otherOAuth.refresh(ofLogin.refreshToken)).toBeRefusedTokens()
    // From another login: the attempts of the second client may have revoked what the first login gave.
    const another = await oauth.signInForRefresh()
    const ofRefresh = await oauth.renew(another.refreshToken)
    expect(await otherOAuth.refresh(ofRefresh.refreshToken)).toBeRefusedTokens()
  }),
)
