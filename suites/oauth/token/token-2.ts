import { describeAnswer, isAccepted, jsonObjectOf } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { expect, requirement, test } from '../../../harness/authoring/index.ts'
import { tokenResponseShape } from '../../../harness/rules/shapes.ts'

export const token2 = requirement(
  'TOKEN-2',
  test(async ({ oauth }) => {
    const exchange = await oauth.exchange(await oauth.obtainCode())
    if (!isAccepted(exchange) || !jsonObjectOf(exchange)) {
      throw new InconclusiveError(
        `the code exchange gave no JSON object (see TOKEN-1): ${describeAnswer(exchange)}`,
      )
    }
    expect(exchange).toKeep(tokenResponseShape)
  }),
)
