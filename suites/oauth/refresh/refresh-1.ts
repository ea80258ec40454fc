import { givesToken, isAccepted, isJsonTyped, jsonObjectOf } from '../../../client/http/answer.ts'
import { contractIssues, tokenResponseSchema } from '../../../contract/index.ts'
import { cases, covering, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER } from '../../axes/holders.ts'
import { refreshAs } from '../../axes/refresh.ts'
import { packWith, REFRESH_SPELLINGS } from '../../axes/token-spellings.ts'
import { newTokens } from '../../axes/tokens.ts'
import { requireChunks } from '../../support/chunks.ts'
import { chainWithWrongRefreshes, ordinaryChain } from '../flows/chain.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'

/**
 * A chain of refreshes of each user and client, each response compared with that of the code exchange before them, and
 * refreshes in each spelling.
 */
export const refresh1 = requirement(
  'REFRESH-1',
  covering('a chain', WHOSE, async (context, whose) => {
    const { held, links } = await ordinaryChain(context, whose)
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
  cases('spelled otherwise', REFRESH_SPELLINGS, async (context, spelling, name) => {
    const pack = packWith(REFRESH_SPELLINGS, name)
    const { links } = await chainWithWrongRefreshes(context, FIRST_HOLDER)
    const together = links.find((link) => link.pack === pack)?.refresh
    if (together && givesToken(together)) return expect(seenBy(context, together)).toBeAccepted()
    const held = await newTokens(context, FIRST_HOLDER)
    const alone = await refreshAs(context, held, held, [spelling])
    if (spelling.chunkBytes !== undefined && !isAccepted(alone)) await requireChunks(alone)
    expect(alone).toBeAccepted()
  }),
)
