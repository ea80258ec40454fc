import { describeAnswer, givesToken, isRefused, stringMember } from '../../../client/http/answer.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { hold, requireAsker, TWO_OWNERS_AXIS } from '../../axes/bearer.ts'
import {
  type Belongings,
  DISGUISES,
  inPlaceOf,
  OTHER_SECRETS,
  type Substitute,
  WORDS,
} from '../../axes/secrets.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { UNKNOWN_CODE, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'
import { inChains } from '../lives/in-chains.ts'
import { secondAsker } from '../token/living.ts'
import { type SpoilRefresh, withLivingRefreshToken } from './living-refresh-token.ts'

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

/** Of words the table above has most. */
const MORE_WORDS = pick(WORDS, ['a MongoDB operator', 'a name of a prototype'])

/** A few that stand for the rest where another client asks. */
const MAIN_DISGUISES = pick(DISGUISES, ['a blank behind', 'a NUL and more behind', 'a comma and more behind'])

function pick<Value>(table: Readonly<Record<string, Value>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)))
}

const issuedOf = ({ refreshToken }: Belongings) => refreshToken ?? ''

const asRefreshToken = (
  table: Readonly<Record<string, Substitute>>,
): Readonly<Record<string, SpoilRefresh>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, substitute]): [string, SpoilRefresh] => [
      name,
      (known) => {
        const value = substitute(known)
        return value === undefined ? undefined : { refresh_token: value }
      },
    ]),
  )

/** Made-up refresh tokens, and near misses of valid ones: of each client, of a login and of a refresh. */
export const refresh5 = requirement(
  'REFRESH-5',
  cases('unknown', UNKNOWN, async ({ oauth }, token) => {
    expect(await oauth.refresh(token)).toBeOAuthError('invalid_grant')
  }),
  withLivingRefreshToken(
    'in disguise',
    axis('what a lax reader takes for the refresh token', asRefreshToken(inPlaceOf(issuedOf, DISGUISES))),
  ),
  withLivingRefreshToken(
    'another value',
    axis(
      'what stands where a refresh token belongs',
      asRefreshToken(inPlaceOf(issuedOf, {}, { ...OTHER_SECRETS, ...MORE_WORDS })),
    ),
  ),
  withLivingRefreshToken(
    'in disguise, by the second client',
    axis(
      "what a lax reader takes for the second client's refresh token",
      asRefreshToken(inPlaceOf(issuedOf, MAIN_DISGUISES)),
    ),
    { who: secondAsker },
  ),
  inChains('REFRESH-5', (exchange) => expect(exchange).toBeOAuthError('invalid_grant')),
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
