import { describeAnswer, isAccepted, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { tokenResponseShape } from '../../../harness/rules/shapes.ts'
import { seenBy } from '../flows/seen-by.ts'
import { visitsOf } from '../flows/visits.ts'
import { WHOSE } from '../flows/whose.ts'

/** The responses of exchanges for each user by each client, again and again. */
export const token2 = requirement(
  'TOKEN-2',
  test(async ({ oauth }) => expectShape(await oauth.exchangeCode(await oauth.obtainCode()))),
  covering('who asks', WHOSE, async (context, whose) => {
    for (const { exchange } of await visitsOf(context, whose)) {
      if (!exchange) throw new InconclusiveError('no authorization code could be had (see AUTHZ-1)')
      expectShape(seenBy(context, exchange))
    }
  }),
)

function expectShape(exchange: Exchange): void {
  if (!isAccepted(exchange) || !jsonObjectOf(exchange)) {
    throw new InconclusiveError(
      `the code exchange gave no JSON object (see TOKEN-1): ${describeAnswer(exchange)}`,
    )
  }
  expect(exchange).toKeep(tokenResponseShape)
}
