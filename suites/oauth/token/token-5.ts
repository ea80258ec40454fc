import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { UNKNOWN_CODE } from '../../support/unknown.ts'

/** A made-up code, and near misses of a valid one. */
export const token5 = requirement(
  'TOKEN-5',
  test('unknown', async ({ oauth }) => {
    expect(await oauth.exchange(UNKNOWN_CODE)).toBeOAuthError('invalid_grant')
  }),
  cases('altered', ALTERATIONS, async ({ oauth }, alter) => {
    if (!oauth.user) throw new NotApplicableError('no code to alter without a login')
    const code = await oauth.obtainCode()
    expect(await oauth.exchange(alter(code))).toBeOAuthError('invalid_grant')
  }),
)
