import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { UNKNOWN_CODE } from '../../support/unknown.ts'

/** Grant types that no service offers, and near misses of one that this service does; no login is needed. */
export const token11 = requirement(
  'TOKEN-11',
  cases(
    {
      'a made-up name': 'made_up',
      'a made-up URI': 'urn:example:grant-type:made-up',
      'a near miss': 'authorization_codes',
      'capital letters': 'AUTHORIZATION_CODE',
    },
    async ({ oauth }, grant_type) => {
      expect(await oauth.exchange(UNKNOWN_CODE, { grant_type })).toBeOAuthError('unsupported_grant_type')
    },
  ),
)
