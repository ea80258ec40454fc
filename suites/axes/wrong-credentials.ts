import type { TargetConfig } from '../../client/environment/config.ts'
import type { FormParameters } from '../../client/oauth/oauth.ts'
import type { Table } from '../../harness/authoring/index.ts'
import { ALTERATIONS, swapCaseUnlessHexadecimal } from '../support/alter.ts'
import { basicAuthorization, WRONG_CREDENTIALS } from '../support/credentials.ts'
import { FORGERIES } from '../support/forge.ts'
import { only } from '../support/only.ts'
import { UNKNOWN_CLIENT_ID } from '../support/unknown.ts'
import {
  type Belongings,
  DISGUISES,
  FORMS_OF_STORED_SECRETS,
  inPlaceOf,
  LIKENESSES,
  OTHER_SECRETS,
  type Substitute,
  WORDS,
} from './secrets.ts'

/** Parameters that replace right credentials; undefined where the target has no such thing. */
type WrongCredentials = (known: Belongings) => FormParameters | undefined

const spoiling = (names: readonly string[], suffix = ''): Table<WrongCredentials> =>
  Object.fromEntries(
    names.map((name): [string, WrongCredentials] => [
      `${name}${suffix}`,
      ({ client }) => WRONG_CREDENTIALS[name]?.(client),
    ]),
  )

/** Credentials that are missing, cut, altered or somebody else's; some again: refused once, refused again. */
export const SPOILT_CREDENTIALS: Table<WrongCredentials> = {
  ...spoiling(Object.keys(WRONG_CREDENTIALS)),
  ...spoiling(
    [
      'client_secret missing',
      'client_secret of another value',
      'client_secret with a character more',
      'client_id and client_secret missing',
    ],
    ', again',
  ),
}

/** No service takes its clients' secrets for signed tokens. */
const CHANGES = Object.fromEntries(Object.entries(ALTERATIONS).filter(([name]) => !(name in FORGERIES)))

/** A secret is a secret to the suite wherever it stands: what is none stays out of its place. */
const SECRETS = only(OTHER_SECRETS, [
  'the code',
  'the access token',
  'the refresh token',
  'the client id',
  "the other client's secret",
  "the user's password",
])

const SHORT_WORDS = only(WORDS, [
  'the word null',
  'the word undefined',
  'the word true',
  'the number 0',
  'an asterisk',
  'an SQL wildcard',
])

/** Id and secret as HTTP Basic has them (RFC 7617, 2), in the place of the secret. */
const PAIRS: Table<Substitute> = {
  'id and secret': ({ client }) => `${client.id}:${client.secret}`,
  'id and secret in base64': ({ client }) => Buffer.from(`${client.id}:${client.secret}`).toString('base64'),
}

/** What stands where nobody has chosen a secret yet. */
const GUESSES: Table<Substitute> = {
  'a blank alone': () => ' ',
  'the secret of a template': () => 'changeme',
}

/** What comparisons and lookups get wrong alike. */
const OF_ANY_SEARCH = [
  'a blank before',
  'a blank behind',
  'a line break behind',
  'a NUL and more behind',
  'the first character fullwidth',
  'the first character percent-encoded',
] as const

/** What comparisons of secrets get wrong. */
const OF_COMPARISONS = only(DISGUISES, [
  ...OF_ANY_SEARCH,
  'in brackets',
  'a comma and more behind',
  'an SQL comment behind',
  'thousands of characters behind',
])

/** An id is looked up, not compared: these are what a lookup gets wrong. */
const OF_LOOKUPS = only(DISGUISES, [
  ...OF_ANY_SEARCH,
  'an SQL wildcard for the last half',
  'SQL wildcards for the characters of the last half',
  'an asterisk for the last half',
])

/** What stands where the client's secret belongs. */
export const IN_PLACE_OF_SECRET: Table<WrongCredentials> = as(
  'client_secret',
  inPlaceOf(
    ({ client }) => client.secret,
    { ...CHANGES, ...OF_COMPARISONS, ...FORMS_OF_STORED_SECRETS },
    { ...SECRETS, ...SHORT_WORDS, ...only(WORDS, ['an SQL condition']), ...PAIRS, ...GUESSES },
  ),
)

/** What a lax comparison takes for the secret, where another client is tried. */
export const LIKE_SECRETS: Table<WrongCredentials> = as(
  'client_secret',
  inPlaceOf(({ client }) => client.secret, { ...LIKENESSES, 'nothing at all': () => '' }),
)

/** Ids are of one letter case more often than tokens: they get both. */
const { 'letter case swapped': _, ...OTHER_LIKENESSES } = LIKENESSES

/** What a lax lookup takes for the id, where it was tried at length with codes. */
export const LIKE_IDS: Table<WrongCredentials> = as(
  'client_id',
  inPlaceOf(
    ({ client }) => client.id,
    { ...OTHER_LIKENESSES, 'in the other letter case': swapCaseUnlessHexadecimal },
    only(SHORT_WORDS, ['the word null', 'an SQL wildcard']),
  ),
)

/** What stands where the client's id belongs. */
export const IN_PLACE_OF_ID: Table<WrongCredentials> = as(
  'client_id',
  inPlaceOf(
    ({ client }) => client.id,
    { ...CHANGES, ...OF_LOOKUPS, 'in the other letter case': swapCaseUnlessHexadecimal },
    SHORT_WORDS,
  ),
)

function as(parameter: 'client_id' | 'client_secret', table: Table<Substitute>): Table<WrongCredentials> {
  return Object.fromEntries(
    Object.entries(table).map(([name, substitute]): [string, WrongCredentials] => [
      name,
      (known) => {
        const value = substitute(known)
        return value === undefined ? undefined : { [parameter]: value }
      },
    ]),
  )
}

/** Credentials by HTTP Basic, and what the form has beside them. */
type ByBasic = readonly [authorization: string, form: FormParameters]

/**
 * A service that takes credentials by HTTP Basic as well (RFC 6749, 2.3.1) has to look at those, and whoever does not
 * must not take the header for a proof: in the first two nothing but the header names the client.
 */
export function wrongByBasic({ client: { id }, otherClient }: TargetConfig): readonly ByBasic[] {
  const nobody = basicAuthorization({ id: UNKNOWN_CLIENT_ID, secret: 'wrong' })
  return [
    [basicAuthorization({ id, secret: 'wrong' }), {}],
    [basicAuthorization({ id, secret: '' }), {}],
    [nobody, { client_id: id, client_secret: 'wrong' }],
    ...(otherClient ? [[basicAuthorization(otherClient), { client_id: id }] as const] : []),
  ]
}
