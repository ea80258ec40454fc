import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { UNKNOWN_CODE } from '../../support/unknown.ts'

export const token5 = requirement(
  'TOKEN-5',
  test('unknown', async ({ oauth }) => {
    expect(await oauth.exchange(UNKNOWN_CODE)).toBeOAuthError('invalid_grant')
  }),
  cases('altered', ALTERATIONS, async ({ oauth }, alter) => {
    if (!oauth.user) throw new NotApplicableError('no code to alter without a login')
    const altered = alter(await oauth.obtainCode())
    expect(await oauth.exchange(altered)).toBeOAuthError('invalid_grant')
  }),
)
