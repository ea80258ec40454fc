import { isAccepted, isJsonTyped, jsonObjectOf, stringMember } from '../../../client/http/answer.ts'
import { contractIssues, tokenResponseSchema } from '../../../contract/index.ts'
import { ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'

export const refresh1 = requirement(
  'REFRESH-1',
  test(async ({ oauth }) => {
    const tokens = await oauth.signInForChain()
    // What is wrong in both answers alike is a matter of token responses, which TOKEN-1 and TOKEN-2 judge (by a login).
    const known = !oauth.user ? [] : contractIssues(tokenResponseSchema, jsonObjectOf(tokens.exchange))
    let newest = tokens.refreshToken
    for (let turn = 1; turn <= 3; turn++) {
      const exchange = await oauth.refreshChain(newest)
      // That a chain goes on is for REFRESH-3 to say.
      if (turn > 1 && !isAccepted(exchange)) return
      if (oauth.user && !isJsonTyped(tokens.exchange)) expect(exchange).toBeAccepted()
      else expect(exchange).toBeAcceptedAsJson()
      const issues = contractIssues(tokenResponseSchema, jsonObjectOf(exchange)).filter(
        (one) => !known.includes(one),
      )
      ensure(issues.length === 0, 'the shape of the code exchange', issues.join('; '), [
        tokens.exchange,
        exchange,
      ])
      newest = stringMember(exchange, 'refresh_token') ?? newest
    }
  }),
)
