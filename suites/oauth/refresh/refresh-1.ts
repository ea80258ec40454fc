import { isAccepted, isJsonTyped, jsonObjectOf, stringMember } from '../../../client/http/answer.ts'
import { contractIssues, tokenResponseSchema } from '../../../contract/index.ts'
import { ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'

/** A later refresh may be answered by other code than the first. */
const REFRESHES = 3

/** A chain of refreshes, each response compared with that of the code exchange before them. */
export const refresh1 = requirement(
  'REFRESH-1',
  test(async ({ oauth }) => {
    const tokens = await oauth.signInForChain()
    // With a login, TOKEN-1 and TOKEN-2 judge the code exchange; here only what a refresh adds is judged. Without one,
    // the tokens come from a refresh themselves, and everything is.
    const isJudgedElsewhere = Boolean(oauth.user)
    const mayBeOtherThanJson = isJudgedElsewhere && !isJsonTyped(tokens.exchange)
    const knownIssues = isJudgedElsewhere
      ? contractIssues(tokenResponseSchema, jsonObjectOf(tokens.exchange))
      : []
    let newest = tokens.refreshToken
    for (let turn = 1; turn <= REFRESHES; turn++) {
      const exchange = await oauth.refreshChain(newest)
      // The first was judged. That the chain goes on is for REFRESH-3 to judge.
      if (turn > 1 && !isAccepted(exchange)) return
      if (mayBeOtherThanJson) expect(exchange).toBeAccepted()
      else expect(exchange).toBeAcceptedAsJson()
      const issues = contractIssues(tokenResponseSchema, jsonObjectOf(exchange))
      const added = issues.filter((one) => !knownIssues.includes(one))
      ensure(added.length === 0, 'the shape of the code exchange', added.join('; '), [
        tokens.exchange,
        exchange,
      ])
      newest = stringMember(exchange, 'refresh_token') ?? newest
    }
  }),
)
