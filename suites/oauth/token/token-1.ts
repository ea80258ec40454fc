import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import { tokenResponseSchema } from '../../../contract/index.ts'
import { ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'

/** Whatever a code begins or ends with, it has to be found. */
const CODES = 16

export const token1 = requirement(
  'TOKEN-1',
  test(async ({ oauth }) => {
    const exchange = await oauth.exchange(await oauth.obtainCode())
    expect(exchange).toBeAcceptedAsJson()
    const body = jsonObjectOf(exchange)
    const given =
      body !== undefined &&
      !('error' in body) &&
      Object.keys(tokenResponseSchema.shape).some((key) => key in body)
    ensure(given, 'a token response', describeAnswer(exchange), [exchange])
  }),
  test('one code after the other', async (context) => {
    const { oauth } = context
    for (let n = 1; n <= context.times(CODES); n++)
      expect(await oauth.exchange(await oauth.obtainCode())).toBeAccepted()
  }),
  test('parameters in another order', async ({ oauth }) => {
    const code = await oauth.obtainCode()
    const parameters = Object.entries(oauth.exchangeParameters(code)).toReversed()
    expect(await oauth.token(Object.fromEntries(parameters))).toBeAccepted()
  }),
)
