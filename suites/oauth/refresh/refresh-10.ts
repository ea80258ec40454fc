import { givesToken, stringMember } from '../../../client/http/answer.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'

export const refresh10 = requirement(
  'REFRESH-10',
  { isolated: true },
  test(async ({ oauth, observe }) => {
    const { refreshToken } = await oauth.signInForRefresh()
    const exchanges = await Promise.all(Array.from({ length: 4 }, () => oauth.refresh(refreshToken)))
    const winners = exchanges.filter(givesToken)
    observe(
      'refreshes with one token at the same moment',
      winners.length > 1
        ? 'several give tokens'
        : winners.length === 1
          ? 'one gives tokens'
          : 'none gives tokens',
    )
    const newest = winners[0] && stringMember(winners[0], 'refresh_token')
    if (newest === undefined) return
    const after = givesToken(await oauth.refresh(newest))
    observe('the family after that', after ? 'goes on' : 'is revoked')
  }),
)
