import { givesToken } from '../../../client/http/answer.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'
import { seenBy } from '../flows/seen-by.ts'
import { reusedToken } from './reused-token.ts'

/** One refresh tells whether tokens rotate; where they do, the first token is used once more, then the second. */
export const refresh11 = requirement(
  'REFRESH-11',
  { isolated: true },
  test(async (context) => {
    const { observe } = context
    const { rotates, newest } = await reusedToken(context)
    observe('refresh tokens', rotates ? 'rotate' : 'stay')
    if (!newest) return
    const goesOn = givesToken(seenBy(context, newest))
    observe('reuse of a superseded refresh token', goesOn ? 'leaves the family alone' : 'revokes the family')
  }),
)
