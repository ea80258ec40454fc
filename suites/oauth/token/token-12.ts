import { requirement, test } from '../../../harness/authoring/index.ts'

export const token12 = requirement(
  'TOKEN-12',
  { judgedByRule: true },
  // TOKEN-12 and TOKEN-15 are monitors; these make sure that there is something to judge.
  test(async ({ oauth }) => {
    const { refreshToken } = await oauth.signIn()
    if (refreshToken) await oauth.renew(refreshToken)
  }),
)
