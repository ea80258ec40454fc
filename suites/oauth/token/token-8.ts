import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { WRONG_CREDENTIALS } from '../../support/credentials.ts'

/** A fresh code with spoiled credentials, each time one of an authorization of its own. */
export const token8 = requirement(
  'TOKEN-8',
  cases(WRONG_CREDENTIALS, async ({ oauth }, spoil) => {
    const code = await oauth.obtainCode()
    expect(await oauth.exchange(code, spoil(oauth.client))).toGiveNoToken()
  }),
  test("another client's secret", async ({ oauth, target: { otherClient } }) => {
    if (!otherClient) throw new NotApplicableError('no second client')
    const code = await oauth.obtainCode()
    expect(await oauth.exchange(code, { client_secret: otherClient.secret })).toGiveNoToken()
  }),
)
