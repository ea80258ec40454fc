import { givesToken, stringMember } from '../../../client/http/answer.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'
import { untilOverlap } from '../../support/at-once.ts'

/** As many as a partner's threads may well send when a token is about to expire. */
const SIMULTANEOUS_REFRESHES = 4

/** Refreshes with one token, all sent at once; then one with the token that the first of them gave. */
export const refresh10 = requirement(
  'REFRESH-10',
  { isolated: true },
  test(async (context) => {
    const { oauth, observe } = context
    const exchanges = await untilOverlap(context, async () => {
      const { refreshToken } = await oauth.signInForRefresh()
      return context.atOnce(
        oauth.tokenEndpoint,
        Array.from({ length: SIMULTANEOUS_REFRESHES }, () => () => oauth.refresh(refreshToken)),
      )
    })
    const winners = exchanges.filter(givesToken)
    const howMany = winners.length > 1 ? 'several give' : winners.length === 1 ? 'one gives' : 'none gives'
    observe('refreshes with one token at the same moment', `${howMany} tokens`)
    const newest = winners[0] && stringMember(winners[0], 'refresh_token')
    if (newest === undefined) return
    const goesOn = givesToken(await oauth.refresh(newest))
    observe('the family after that', goesOn ? 'goes on' : 'is revoked')
  }),
)
