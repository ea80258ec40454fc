import { describeAnswer, givesToken, isRefused, stringMember } from '../../../client/http/answer.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { hold, requireAsker, TWO_OWNERS_AXIS } from '../../axes/bearer.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { UNKNOWN_CODE, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'

/** What is no refresh token, and well-formed enough to be refused for being unknown. */
const UNKNOWN = {
  'a made-up token': UNKNOWN_REFRESH_TOKEN,
  'a made-up code': UNKNOWN_CODE,
  null: 'null',
  undefined: 'undefined',
  true: 'true',
  'the number 0': '0',
  'the number 1': '1',
  'an SQL wildcard': '%',
  'an SQL wildcard for one character': '_',
  'an asterisk': '*',
  'an SQL injection': "' OR '1'='1",
  'an object': '{}',
  'an array': '[]',
  'a UUID': '00000000-0000-4000-8000-000000000000',
}

/** Made-up refresh tokens, and near misses of valid ones: of each client, of a login and of a refresh. */
export const refresh5 = requirement(
  'REFRESH-5',
  cases('unknown', UNKNOWN, async ({ oauth }, token) => {
    expect(await oauth.refresh(token)).toBeOAuthError('invalid_grant')
  }),
  cases('altered', TWO_OWNERS_AXIS.values, async (context, holder) => {
    const { asker, refreshToken } = requireAsker(await hold(context, holder))
    for (const [name, alter] of Object.entries(ALTERATIONS)) {
      const altered = alteredOrNot(alter, refreshToken)
      if (altered === undefined || altered === refreshToken) continue
      const exchange = await asker.refresh(altered)
      ensure(
        isRefused(exchange) && stringMember(exchange, 'error') === 'invalid_grant' && !givesToken(exchange),
        `a refusal with \`error\` "invalid_grant" and no token, with ${name}`,
        describeAnswer(exchange),
        [exchange],
      )
    }
  }),
)

/** Undefined where the change may leave the same value. */
function alteredOrNot(alter: (token: string) => string, token: string): string | undefined {
  try {
    return alter(token)
  } catch (error) {
    if (error instanceof NotApplicableError) return undefined
    throw error
  }
}
