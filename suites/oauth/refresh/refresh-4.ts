import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { rotated } from './rotated.ts'

export const refresh4 = requirement(
  'REFRESH-4',
  { isolated: true },
  cases(
    { 'one generation old': 1, 'two generations old': 2, 'three generations old': 3 },
    async ({ oauth }, age) => {
      const { first, second } = await rotated(oauth)
      let newest = second
      for (let turn = 1; turn < age; turn++) newest = await oauth.renew(newest.refreshToken)
      expect(await oauth.refresh(first.refreshToken)).toBeOAuthError('invalid_grant')
      // Refused once, refused again; the family may be revoked by then, which is for REFRESH-6 to judge.
      for (let time = 2; time <= 3; time++) expect(await oauth.refresh(first.refreshToken)).toGiveNoToken()
    },
  ),
)
