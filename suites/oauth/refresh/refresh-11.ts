import { givesToken } from '../../../client/http/answer.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'

/** One refresh tells whether tokens rotate; where they do, the first token is used once more, then the second. */
export const refresh11 = requirement(
  'REFRESH-11',
  { isolated: true },
  test(async ({ oauth, observe }) => {
    const first = await oauth.signInForRefresh()
    const second = await oauth.renew(first.refreshToken)
    const rotates = second.refreshToken !== first.refreshToken
    observe('refresh tokens', rotates ? 'rotate' : 'stay')
    if (!rotates) return
    await oauth.refresh(first.refreshToken)
    const goesOn = givesToken(await oauth.refresh(second.refreshToken))
    observe('reuse of a superseded refresh token', goesOn ? 'leaves the family alone' : 'revokes the family')
  }),
)
