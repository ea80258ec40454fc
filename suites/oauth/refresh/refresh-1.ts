import { isAccepted, isJsonTyped, jsonObjectOf } from '../../../client/http/answer.ts'
import { type Tokens, tokensOf } from '../../../client/oauth/tokens.ts'
import { contractIssues, tokenResponseSchema } from '../../../contract/index.ts'
import { covering, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, hold } from '../../axes/bearer.ts'
import { CLIENT_NAMES, refreshOnce, USER_NAMES } from '../../axes/refresh.ts'

/** A later refresh may be answered by other code than the first. */
const REFRESHES = 3

/** A chain of refreshes of each user and client, each response compared with that of the code exchange before them. */
export const refresh1 = requirement(
  'REFRESH-1',
  covering(
    'a chain',
    { user: USER_NAMES, client: CLIENT_NAMES },
    async (context, { user, client }) => {
      const held = await hold(context, { user, client, refreshes: 0 })
      // With a login, TOKEN-1 and TOKEN-2 judge the code exchange; here only what a refresh adds is judged. Without one,
      // the tokens come from a refresh themselves, and everything is.
      const isJudgedElsewhere = held.asker !== undefined
      const mayBeOtherThanJson = isJudgedElsewhere && !isJsonTyped(held.exchange)
      const knownIssues = isJudgedElsewhere
        ? contractIssues(tokenResponseSchema, jsonObjectOf(held.exchange))
        : []
      let newest: Tokens = held
      for (let turn = 1; turn <= (user === FIRST_HOLDER.user ? REFRESHES : 2); turn++) {
        const exchange = await refreshOnce(context, held, newest)
        // The first was judged. That the chain goes on is for REFRESH-3 to judge.
        if (turn > 1 && !isAccepted(exchange)) return
        if (mayBeOtherThanJson) expect(exchange).toBeAccepted()
        else expect(exchange).toBeAcceptedAsJson()
        const issues = contractIssues(tokenResponseSchema, jsonObjectOf(exchange))
        const added = issues.filter((one) => !knownIssues.includes(one))
        ensure(added.length === 0, 'the shape of the code exchange', added.join('; '), [
          held.exchange,
          exchange,
        ])
        const next = tokensOf(exchange)
        newest = { ...newest, ...next, refreshToken: next?.refreshToken ?? newest.refreshToken }
      }
    },
    { strength: 1 },
  ),
)
