import { describeAnswer, isAccepted, jsonObjectOf } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { tokenResponseShape } from '../../../harness/rules/shapes.ts'

/** The response of one ordinary exchange; a rule of the same shape judges those of the whole run. */
export const token2 = requirement(
  'TOKEN-2',
  test(async ({ oauth }) => {
    const code = await oauth.obtainCode()
    const exchange = await oauth.exchange(code)
    if (!isAccepted(exchange) || !jsonObjectOf(exchange)) {
      throw new InconclusiveError(
        `the code exchange gave no JSON object (see TOKEN-1): ${describeAnswer(exchange)}`,
      )
    }
    expect(exchange).toKeep(tokenResponseShape)
  }),
)
