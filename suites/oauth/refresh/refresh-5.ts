import type { Exchange } from '../../../client/http/exchange.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { axis, cases, expect, requirement } from '../../../harness/authoring/index.ts'
import {
  type Belongings,
  DISGUISES,
  FORMS_OF_TOKENS,
  inPlaceOf,
  LIKENESSES,
  OTHER_SECRETS,
  STRANGERS,
  type Substitute,
  WORDS,
} from '../../axes/secrets.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { expectUnknownGrant } from '../../support/expect-unknown-grant.ts'
import { only } from '../../support/only.ts'
import { UNKNOWN_CODE, UNUSED_REFRESH_TOKEN } from '../../support/unknown.ts'
import { inChains } from '../flows/in-chains.ts'
import { secondAsker } from '../token/living.ts'
import { type LivingRefreshToken, type SpoilRefresh, withLivingRefreshToken } from './living-refresh-token.ts'

/** Texts that are no refresh token: some look like one, others mean something to languages and databases. */
const UNKNOWN = {
  'a made-up token': UNUSED_REFRESH_TOKEN,
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
  'a JWT': 'eyJhbGciOiJIUzI1NiJ9.e30.bmV2ZXItaXNzdWVk',
  'a UUID': '00000000-0000-4000-8000-000000000000',
}

/** Of words the table above has most. */
const MORE_WORDS = only(WORDS, ['a MongoDB operator', 'a name of a prototype'])

/** REFRESH-9 judges an access token in its place. */
const { 'the access token': _, ...OTHERS } = OTHER_SECRETS

/** A service must not take the newest token of the client then. */
const ABSENT: Readonly<Record<string, SpoilRefresh>> = {
  missing: () => ({ refresh_token: undefined }),
  empty: () => ({ refresh_token: '' }),
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
    expectUnknownGrant(await oauth.refresh(token), token, UNUSED_REFRESH_TOKEN)
  }),
  withLivingRefreshToken(
    'another value',
    axis('what stands where a refresh token belongs', {
      ...asRefreshToken(
        inPlaceOf(issuedOf, { ...DISGUISES, ...FORMS_OF_TOKENS }, { ...OTHERS, ...MORE_WORDS, ...STRANGERS }),
      ),
      ...ABSENT,
    }),
    { judge },
  ),
  withLivingRefreshToken(
    'altered',
    axis('near misses of a refresh token', asRefreshToken(inPlaceOf(issuedOf, ALTERATIONS))),
    { refreshes: 1, judge },
  ),
  withLivingRefreshToken(
    'likenesses, by the second client',
    axis("what is like the second client's refresh token", asRefreshToken(inPlaceOf(issuedOf, LIKENESSES))),
    { who: secondAsker, judge },
  ),
  inChains('REFRESH-5', (exchange) => expect(exchange).toBeOAuthError('invalid_grant')),
)

function judge(
  exchange: Exchange,
  { refresh_token: given }: FormParameters,
  { refreshToken }: LivingRefreshToken,
): void {
  expectUnknownGrant(exchange, given, refreshToken)
}
