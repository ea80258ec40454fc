import { isAccepted, isJsonTyped, jsonObjectOf } from '../../../client/http/answer.ts'
import { contractIssues, tokenResponseSchema } from '../../../contract/index.ts'
import { covering, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { plainChain } from '../lives/chain.ts'
import { seenBy } from '../lives/seen-by.ts'
import { WHOSE } from '../lives/whose.ts'

/** A chain of refreshes of each user and client, each response compared with that of the code exchange before them. */
export const refresh1 = requirement(
  'REFRESH-1',
  covering('a chain', WHOSE, async (context, whose) => {
    const { held, links } = await plainChain(context, whose)
    // With a login, TOKEN-1 and TOKEN-2 judge the code exchange; here only what a refresh adds is judged. Without one,
    // the tokens come from a refresh themselves, and everything is.
    const isJudgedElsewhere = held.asker !== undefined
    const mayBeOtherThanJson = isJudgedElsewhere && !isJsonTyped(held.exchange)
    const knownIssues = isJudgedElsewhere
      ? contractIssues(tokenResponseSchema, jsonObjectOf(held.exchange))
      : []
    for (const [index, { refresh }] of links.entries()) {
      const exchange = seenBy(context, refresh)
      // The first was judged. That the chain goes on is for REFRESH-3 to judge.
      if (index > 0 && !isAccepted(exchange)) return
      if (mayBeOtherThanJson) expect(exchange).toBeAccepted()
      else expect(exchange).toBeAcceptedAsJson()
      const issues = contractIssues(tokenResponseSchema, jsonObjectOf(exchange))
      const added = issues.filter((one) => !knownIssues.includes(one))
      ensure(added.length === 0, 'the shape of the code exchange', added.join('; '), [
        held.exchange,
        exchange,
      ])
    }
  }),
)
