import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'

/** A made-up refresh token, and near misses of a valid one. */
export const refresh5 = requirement(
  'REFRESH-5',
  test('unknown', async ({ oauth }) => {
    expect(await oauth.refresh(UNKNOWN_REFRESH_TOKEN)).toBeOAuthError('invalid_grant')
  }),
  cases('altered', ALTERATIONS, async ({ oauth }, alter) => {
    if (!oauth.user) throw new NotApplicableError('no refresh token to alter without a login')
    const { refreshToken } = await oauth.signInForRefresh()
    expect(await oauth.refresh(alter(refreshToken))).toBeOAuthError('invalid_grant')
  }),
)
