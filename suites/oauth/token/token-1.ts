import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import { tokenResponseSchema } from '../../../contract/index.ts'
import { ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'

/** Enough that most characters which a code can begin or end with come up: none of them may get lost. */
const CODES = 16

/** Ordinary exchanges: one looked at closely, many in a row, and one with its parameters in reverse order. */
export const token1 = requirement(
  'TOKEN-1',
  test(async ({ oauth }) => {
    const code = await oauth.obtainCode()
    const exchange = await oauth.exchange(code)
    expect(exchange).toBeAcceptedAsJson()
    const body = jsonObjectOf(exchange) ?? {}
    // TOKEN-2 judges each field; any of them makes it a token response.
    const hasSomeField = Object.keys(tokenResponseSchema.shape).some((field) => field in body)
    ensure(hasSomeField && !('error' in body), 'a token response', describeAnswer(exchange), [exchange])
  }),
  test('one code after the other', async (context) => {
    const { oauth } = context
    for (let turn = 1; turn <= context.times(CODES); turn++) {
      const code = await oauth.obtainCode()
      expect(await oauth.exchange(code)).toBeAccepted()
    }
  }),
  test('parameters in another order', async ({ oauth }) => {
    const code = await oauth.obtainCode()
    const reversed = Object.fromEntries(Object.entries(oauth.exchangeParameters(code)).toReversed())
    expect(await oauth.token(reversed)).toBeAccepted()
  }),
)
