import type { FormParameters, OAuth } from '../../../client/oauth/oauth.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'

/** Refused once, refused again: a first attempt must not open the way for the next. */
const ATTEMPTS = 2

/** A second client, which can log in itself, tries codes of the first. */
export const token7 = requirement(
  'TOKEN-7',
  cases<(issuedTo: OAuth) => FormParameters>(
    {
      'with the redirect_uri of the client that it was issued to': ({ client }) => ({
        redirect_uri: client.redirectUri,
      }),
      'with its own redirect_uri': () => ({}),
    },
    async ({ oauth, otherOAuth }, changesFor) => {
      await otherOAuth.signIn()
      const code = await oauth.obtainCode()
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
        expect(await otherOAuth.exchange(code, changesFor(oauth))).toBeRefusedTokens()
    },
  ),
)
