import type { FormParameters, OAuth } from '../../../client/oauth/oauth.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'

export const token7 = requirement(
  'TOKEN-7',
  cases<(oauth: OAuth, other: OAuth) => FormParameters>(
    {
      'with the redirect_uri of the client that it was issued to': (oauth) => ({
        redirect_uri: oauth.client.redirectUri,
      }),
      'with its own redirect_uri': () => ({}),
    },
    async ({ oauth, otherOAuth }, changes) => {
      await otherOAuth.signIn()
      const code = await oauth.obtainCode()
      // Refused once, refused again: a first attempt must not open the way for the next.
      for (let time = 1; time <= 2; time++) {
        expect(await otherOAuth.exchange(code, changes(oauth, otherOAuth))).toBeRefusedTokens()
      }
    },
  ),
)
