import { InconclusiveError } from '../../../contract/verdict.ts'
import { expect, requirement, test } from '../../../harness/authoring/index.ts'

/** The configured token that was revoked; and, where there is an inspector, tokens of a login and of a refresh. */
export const refresh6 = requirement(
  'REFRESH-6',
  { isolated: true },
  test(async ({ oauth, target: { revokedRefreshToken }, inspectorIfAny }) => {
    if (!revokedRefreshToken && !inspectorIfAny)
      throw new InconclusiveError('no revoked refresh token is known', ['SANDBOX_REVOKED_REFRESH_TOKEN'])
    if (revokedRefreshToken) expect(await oauth.refresh(revokedRefreshToken)).toBeOAuthError('invalid_grant')
    if (!inspectorIfAny) return
    const ofLogin = await oauth.signInForRefresh()
    const another = await oauth.signInForRefresh()
    const ofRefresh = await oauth.renew(another.refreshToken)
    for (const { refreshToken } of [ofLogin, ofRefresh]) {
      await inspectorIfAny.revokeRefreshToken(refreshToken)
      expect(await oauth.refresh(refreshToken)).toBeOAuthError('invalid_grant')
    }
  }),
)
