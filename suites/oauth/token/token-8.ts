import { axis, requirement } from '../../../harness/authoring/index.ts'
import {
  type Belongings,
  DISGUISES,
  inPlaceOf,
  OTHER_SECRETS,
  type Substitute,
  WORDS,
} from '../../axes/secrets.ts'
import { BESIDE } from '../../axes/token-requests.ts'
import { ALTERATIONS, swapCaseUnlessHexadecimal } from '../../support/alter.ts'
import { WRONG_CREDENTIALS } from '../../support/credentials.ts'
import { FORGERIES } from '../../support/forge.ts'
import { type Spoil, secondAsker, withLivingCode } from './living-code.ts'

/** No service takes its clients' secrets for signed tokens. */
const CHANGES = Object.fromEntries(Object.entries(ALTERATIONS).filter(([name]) => !(name in FORGERIES)))

/** Refused once, refused again: the first refusal must not be remembered as a success. */
const ATTEMPTS = 2

/** Those that stand for the rest where another client asks. */
const MAIN_SPOILT = [
  'client_secret missing',
  'client_secret of another value',
  'client_secret with a character more',
]

/** A secret is a secret to the suite wherever it stands: what is none stays out of its place. */
const SECRETS = [
  'the code',
  'the access token',
  'the refresh token',
  'the client id',
  "the other client's secret",
  "the user's password",
]
const SHORT_WORDS = [
  'the word null',
  'the word undefined',
  'the word true',
  'the number 0',
  'an asterisk',
  'an SQL wildcard',
]

/** What comparisons of secrets get wrong. */
const OF_COMPARISONS = [
  'a blank before',
  'a blank behind',
  'a NUL and more behind',
  'the first character fullwidth',
  'the first character percent-encoded',
  'in brackets',
  'a comma and more behind',
  'an SQL comment behind',
  'thousands of characters behind',
]

/** An id is looked up, not compared: these are what a lookup gets wrong. */
const OF_LOOKUPS = [
  'a blank before',
  'a blank behind',
  'a line break behind',
  'a NUL and more behind',
  'the first character fullwidth',
  'the first character percent-encoded',
  'an SQL wildcard for the last half',
  'SQL wildcards for all characters',
  'an asterisk for the last half',
]

const only = <Value>(table: Readonly<Record<string, Value>>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => names.includes(name)))

const secretOf = ({ client }: Belongings) => client.secret
const idOf = ({ client }: Belongings) => client.id

const as = (
  parameter: 'client_id' | 'client_secret',
  table: Readonly<Record<string, Substitute>>,
): Readonly<Record<string, Spoil>> =>
  Object.fromEntries(
    Object.entries(table).map(([name, substitute]): [string, Spoil] => [
      name,
      (known) => {
        const value = substitute(known)
        return value === undefined ? undefined : { [parameter]: value }
      },
    ]),
  )

const SPOILT: Readonly<Record<string, Spoil>> = Object.fromEntries(
  Object.entries(WRONG_CREDENTIALS).map(([name, spoil]): [string, Spoil] => [
    name,
    ({ client }) => spoil(client),
  ]),
)

/** A fresh code with credentials that are not those of its client, alone and beside something else that is wrong. */
export const token8 = requirement(
  'TOKEN-8',
  withLivingCode('spoilt', axis('spoilt credentials', SPOILT)),
  withLivingCode('tried again', axis('credentials spoilt twice', only(SPOILT, MAIN_SPOILT)), {
    times: ATTEMPTS,
  }),
  withLivingCode(
    'spoilt, second client',
    axis("the second client's spoilt credentials", only(SPOILT, MAIN_SPOILT)),
    { who: secondAsker, times: ATTEMPTS },
  ),
  withLivingCode(
    'client_secret',
    axis(
      'what stands where the secret belongs',
      as(
        'client_secret',
        inPlaceOf(
          secretOf,
          { ...CHANGES, ...only(DISGUISES, OF_COMPARISONS) },
          { ...only(OTHER_SECRETS, SECRETS), ...only(WORDS, SHORT_WORDS) },
        ),
      ),
    ),
    { needsTokens: true },
  ),
  withLivingCode(
    'client_id',
    axis(
      'what stands where the client id belongs',
      as(
        'client_id',
        inPlaceOf(
          idOf,
          {
            ...CHANGES,
            ...only(DISGUISES, OF_LOOKUPS),
            'in the other letter case': swapCaseUnlessHexadecimal,
          },
          only(WORDS, SHORT_WORDS),
        ),
      ),
    ),
  ),
  withLivingCode('beside', axis('wrong credentials beside another parameter', BESIDE)),
)
