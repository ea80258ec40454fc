import { requirement, test } from '../../../harness/authoring/index.ts'

/** A rule judges every token response of the run; this test makes sure that there is one of each grant type. */
export const token12 = requirement(
  'TOKEN-12',
  { judgedByRule: true },
  test(async ({ oauth }) => {
    const { refreshToken } = await oauth.signIn()
    if (refreshToken) await oauth.renew(refreshToken)
  }),
)
