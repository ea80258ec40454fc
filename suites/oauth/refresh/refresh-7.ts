import type { ClientCredentials } from '../../../client/environment/config.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { WRONG_CREDENTIALS } from '../../support/credentials.ts'

/** The code exchange without a client id is tried by TOKEN-10. */
const WRONG_OR_MISSING: Readonly<Record<string, (client: ClientCredentials) => FormParameters>> = {
  ...WRONG_CREDENTIALS,
  'client_id missing': () => ({ client_id: undefined }),
  'client_id empty': () => ({ client_id: '' }),
}

/** A valid refresh token with spoiled credentials, each time one of a login of its own. */
export const refresh7 = requirement(
  'REFRESH-7',
  cases(WRONG_OR_MISSING, async ({ oauth }, spoil) => {
    const { refreshToken } = await oauth.signInForRefresh()
    expect(await oauth.refresh(refreshToken, spoil(oauth.client))).toGiveNoToken()
  }),
  test("another client's secret", async ({ oauth, target: { otherClient } }) => {
    if (!otherClient) throw new NotApplicableError('no second client')
    const { refreshToken } = await oauth.signInForRefresh()
    expect(await oauth.refresh(refreshToken, { client_secret: otherClient.secret })).toGiveNoToken()
  }),
)
