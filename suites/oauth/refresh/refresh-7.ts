import { axis, requirement } from '../../../harness/authoring/index.ts'
import { DISGUISES, inPlaceOf, OTHER_SECRETS, type Substitute, WORDS } from '../../axes/secrets.ts'
import { BESIDE } from '../../axes/token-requests.ts'
import { replaceAt } from '../../support/alter.ts'
import { WRONG_CREDENTIALS } from '../../support/credentials.ts'
import { secondAsker } from '../token/living-code.ts'
import { type SpoilRefresh, withLivingRefreshToken } from './living-refresh-token.ts'

type Table = Readonly<Record<string, SpoilRefresh>>

/** Refused once, refused again: the first refusal must not be remembered as a success. */
const ATTEMPTS = 2

const SPOILT: Table = {
  ...Object.fromEntries(
    Object.entries(WRONG_CREDENTIALS).map(([name, spoil]): [string, SpoilRefresh] => [
      name,
      ({ client }) => spoil(client),
    ]),
  ),
  'client_id missing': () => ({ client_id: undefined }),
  'client_id empty': () => ({ client_id: '' }),
  "client_id another client's": ({ otherClient }) => otherClient && { client_id: otherClient.id },
}

/** What a comparison of secrets, or a lookup of ids, takes for the right one or for any. */
const MISREAD = [
  'a blank before',
  'a blank behind',
  'a line break behind',
  'a NUL and more behind',
  'the first character fullwidth',
  'the first character percent-encoded',
  'an SQL wildcard for the last half',
  'a comma and more behind',
  'an SQL comment behind',
  'thousands of characters behind',
]
const SHORT_WORDS = ['the word null', 'the word undefined', 'the number 0', 'an asterisk', 'an SQL wildcard']
const SECRETS = [
  'the code',
  'the access token',
  'the refresh token',
  'the client id',
  "the other client's secret",
  "the user's password",
]

/** A refresh has no redirect URI that could be missing. */
const MORE = Object.fromEntries(
  Object.entries(BESIDE).filter(([name]) => !name.endsWith('redirect_uri missing')),
)

/** Those that stand for the rest where another client, or a later refresh, is tried. */
const MAIN_SPOILT = [
  'client_secret missing',
  'client_secret of another value',
  'client_secret with a character more',
  'client_id and client_secret missing',
]

const only = <Value>(table: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)))

const as = (parameter: 'client_id' | 'client_secret', table: Readonly<Record<string, Substitute>>): Table =>
  Object.fromEntries(
    Object.entries(table).map(([name, substitute]): [string, SpoilRefresh] => [
      name,
      (known) => {
        const value = substitute(known)
        return value === undefined ? undefined : { [parameter]: value }
      },
    ]),
  )

/** Near misses that a careless comparison lets through. */
const ALTERED: Readonly<Record<string, (secret: string) => string>> = {
  'the first character altered': (secret) => replaceAt(secret, 0),
  'a character in the middle altered': (secret) => replaceAt(secret, Math.floor(secret.length / 2)),
  'the last character altered': (secret) => replaceAt(secret, secret.length - 1),
  'the first character missing': (secret) => secret.slice(1),
  // Hexadecimal digits may name one value in either case.
  'in capitals': (secret) => (/[g-z]/.test(secret) ? secret.toUpperCase() : secret),
}

const IN_PLACE_OF_SECRET = as(
  'client_secret',
  inPlaceOf(
    ({ client }) => client.secret,
    { ...ALTERED, ...only(DISGUISES, MISREAD) },
    {
      ...only(OTHER_SECRETS, SECRETS),
      ...only(WORDS, [...SHORT_WORDS, 'an SQL condition', 'a MongoDB operator']),
    },
  ),
)
const IN_PLACE_OF_ID = as(
  'client_id',
  inPlaceOf(({ client }) => client.id, only(DISGUISES, MISREAD), only(WORDS, SHORT_WORDS)),
)

/** Valid refresh tokens with credentials that are not those of their client, alone and beside more than usual. */
export const refresh7 = requirement(
  'REFRESH-7',
  withLivingRefreshToken('spoilt', axis('spoilt credentials', SPOILT)),
  withLivingRefreshToken(
    'of a refresh',
    axis('credentials spoilt after a refresh', only(SPOILT, MAIN_SPOILT)),
    {
      refreshes: 1,
      times: ATTEMPTS,
    },
  ),
  withLivingRefreshToken(
    'second client',
    axis("the second client's spoilt credentials", only(SPOILT, MAIN_SPOILT)),
    { who: secondAsker, times: ATTEMPTS },
  ),
  withLivingRefreshToken('client_secret', axis('what stands where the secret belongs', IN_PLACE_OF_SECRET)),
  withLivingRefreshToken('client_id', axis('what stands where the client id belongs', IN_PLACE_OF_ID)),
  withLivingRefreshToken('beside', axis('wrong credentials beside another parameter', MORE)),
)
