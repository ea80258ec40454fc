import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { UNKNOWN_CLIENT_ID, UNKNOWN_CODE, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'

/** A rule judges every refusal of the token endpoint; these cases make sure that there is one for each reason. */
export const token15 = requirement(
  'TOKEN-15',
  { judgedByRule: true },
  cases<FormParameters>(
    {
      'an unknown code': {},
      'no grant_type': { grant_type: undefined },
      'an unknown grant_type': { grant_type: 'made_up' },
      'no code': { code: undefined },
      'no redirect_uri': { redirect_uri: undefined },
      'no client_id': { client_id: undefined },
      'an unknown client_id': { client_id: UNKNOWN_CLIENT_ID },
      'no client_secret': { client_secret: undefined },
      'a wrong client_secret': { client_secret: 'wrong' },
      'an unknown refresh token': { grant_type: 'refresh_token', refresh_token: UNKNOWN_REFRESH_TOKEN },
      'no refresh token': { grant_type: 'refresh_token' },
      'a parameter twice': { grant_type: ['authorization_code', 'refresh_token'] },
    },
    async ({ oauth }, changes) => {
      expect(await oauth.exchange(UNKNOWN_CODE, changes)).toGiveNoToken()
    },
  ),
)
