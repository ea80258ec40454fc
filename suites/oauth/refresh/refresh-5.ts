import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { ALTERATIONS } from '../../support/alter.ts'

const UNKNOWN_TOKEN = 'never-issued-9f8e7d6c5b4a39281706f5e4d3c2b1a0'

export const refresh5 = requirement(
  'REFRESH-5',
  test('unknown', async ({ oauth }) => {
    expect(await oauth.refresh(UNKNOWN_TOKEN)).toBeOAuthError('invalid_grant')
  }),
  cases('altered', ALTERATIONS, async ({ oauth }, alter) => {
    if (!oauth.user) throw new NotApplicableError('no refresh token to alter without a login')
    const { refreshToken } = await oauth.signInForRefresh()
    expect(await oauth.refresh(alter(refreshToken))).toBeOAuthError('invalid_grant')
  }),
)
