import { InconclusiveError } from '../../../contract/verdict.ts'
import { expect, requirement, test } from '../../../harness/authoring/index.ts'

export const refresh6 = requirement(
  'REFRESH-6',
  { isolated: true },
  test(async ({ oauth, target, inspectorIfAny }) => {
    const { revokedRefreshToken } = target
    if (revokedRefreshToken) expect(await oauth.refresh(revokedRefreshToken)).toBeOAuthError('invalid_grant')
    else if (!inspectorIfAny) {
      throw new InconclusiveError('no revoked refresh token is known', ['SANDBOX_REVOKED_REFRESH_TOKEN'])
    }
    if (!inspectorIfAny) return
    const first = await oauth.signInForRefresh()
    const later = await oauth.renew((await oauth.signInForRefresh()).refreshToken)
    for (const { refreshToken } of [first, later]) {
      await inspectorIfAny.revokeRefreshToken(refreshToken)
      expect(await oauth.refresh(refreshToken)).toBeOAuthError('invalid_grant')
    }
  }),
)
