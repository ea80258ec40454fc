import { createHash } from 'node:crypto'
import type { ClientCredentials, UserCredentials } from '../../client/environment/config.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import { ALTERATIONS, ALTERATIONS_BESIDE_ENDS, lowerCaseOfMixed } from '../support/alter.ts'
import { only } from '../support/only.ts'

/** All that somebody may put where a secret belongs: what one client and user have, and the other client. */
export interface Belongings {
  readonly code: string
  readonly accessToken: string
  readonly refreshToken: string | undefined
  /** The id of an organization of the user; undefined where they own none. */
  readonly organizationId: string | undefined
  readonly client: ClientCredentials
  readonly otherClient: ClientCredentials | undefined
  readonly user: UserCredentials | undefined
}

/** What stands where another value belongs; undefined where the target has no such thing. */
export type Substitute = (of: Belongings) => string | undefined

/** Each kind of secret, and what is known beside secrets, in the place of another. */
export const OTHER_SECRETS: Readonly<Record<string, Substitute>> = {
  'the code': ({ code }) => code,
  'the access token': ({ accessToken }) => accessToken,
  'the refresh token': ({ refreshToken }) => refreshToken,
  'the client id': ({ client }) => client.id,
  'the client secret': ({ client }) => client.secret,
  "the other client's id": ({ otherClient }) => otherClient?.id,
  "the other client's secret": ({ otherClient }) => otherClient?.secret,
  'the redirect URI': ({ client }) => client.redirectUri,
  "the user's name": ({ user }) => user?.username || undefined,
  "the user's password": ({ user }) => user?.password || undefined,
  "an organization's id": ({ organizationId }) => organizationId,
}

/** Words that languages, databases and shells read as something else than text. */
const TEXTS = {
  'the word null': 'null',
  'the word undefined': 'undefined',
  'the word true': 'true',
  'the number 0': '0',
  'a MongoDB operator': '{"$ne":null}',
  'an asterisk': '*',
  'an SQL wildcard': '%',
  'an SQL condition': "' OR '1'='1",
  'a name of a prototype': '__proto__',
}

/** These words in the place of a value. */
export const WORDS: Readonly<Record<string, Substitute>> = Object.fromEntries(
  Object.entries(TEXTS).map(([name, text]) => [name, () => text]),
)

/**
 * What a trimming, decoding or C-like reader takes for the value itself. They are no printable ASCII, or not written as
 * such values are: how they are refused is free.
 */
export const DISGUISES: Readonly<Record<string, (value: string) => string>> = {
  'a blank before': (value) => ` ${value}`,
  'a blank behind': (value) => `${value} `,
  'a line break behind': (value) => `${value}\n`,
  'a NUL behind': (value) => `${value}\0`,
  'a NUL and more behind': (value) => `${value}\0more`,
  'a zero-width blank behind': (value) => `${value}\u200b`,
  'the first character fullwidth': fullwidthFirst,
  'the first character percent-encoded': (value) =>
    `%${value.charCodeAt(0).toString(16).toUpperCase()}${value.slice(1)}`,
  'in double quotes': (value) => `"${value}"`,
  'in brackets': (value) => `["${value}"]`,
  'a comma and more behind': (value) => `${value},more`,
  // What a browser is left with behind a redirect of Facebook.
  'a fragment behind': (value) => `${value}#_=_`,
  'an SQL comment behind': (value) => `${value}' -- `,
  'twice in a list': (value) => `${value} ${value}`,
  'an SQL wildcard for the last half': (value) => `${value.slice(0, Math.ceil(value.length / 2))}%`,
  // One for each character: of all of them, a database might find the row of another value.
  'SQL wildcards for the characters of the last half': (value) =>
    value.slice(0, Math.ceil(value.length / 2)).padEnd(value.length, '_'),
  'an asterisk for the last half': (value) => `${value.slice(0, Math.ceil(value.length / 2))}*`,
  'thousands of characters behind': (value) => `${value}${'x'.repeat(3_000)}`,
}

/** In the form of codes and tokens of well-known services: nobody issued them here. */
const MADE_UP = {
  'many digits': '4815162342481516234248151623424815162342',
  'one letter many times': 'Q'.repeat(40),
  'a digit, a slash and more': '4/never-issued_0a1b2c3d4e5f60718293a4b5c6d7',
  'a short prefix and more': 'ac_0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c',
}

/** These in the place of a value. */
export const STRANGERS: Readonly<Record<string, Substitute>> = Object.fromEntries(
  Object.entries(MADE_UP).map(([name, text]) => [name, () => text]),
)

const digest = (algorithm: string, encoding: 'hex' | 'base64') => (value: string) =>
  createHash(algorithm).update(value).digest(encoding)

/**
 * What is made of a secret before it is stored or sent: whoever compares in one of these forms lets it through, and so
 * does whoever takes all that looks like a hash for known.
 */
const FORMS_OF_SECRETS: Readonly<Record<string, (value: string) => string>> = {
  'in base64': (value) => Buffer.from(value).toString('base64'),
  'its SHA-256 in hexadecimal': digest('sha256', 'hex'),
  'its SHA-1 in hexadecimal': digest('sha1', 'hex'),
  'its MD5 in hexadecimal': digest('md5', 'hex'),
  'in hexadecimal': (value) => Buffer.from(value).toString('hex'),
  'from its end to its beginning': (value) => [...value].reverse().join(''),
}

/** More that is made of secrets that an operator chooses and stores. */
export const FORMS_OF_STORED_SECRETS: Readonly<Record<string, (value: string) => string>> = {
  ...FORMS_OF_SECRETS,
  'its SHA-512 in hexadecimal': digest('sha512', 'hex'),
  'its SHA-256 in base64': digest('sha256', 'base64'),
  'twice in a row': (value) => value + value,
  'its first half': (value) => value.slice(0, Math.floor(value.length / 2)),
  'its second half': (value) => value.slice(Math.floor(value.length / 2)),
  'in small letters': lowerCaseOfMixed,
}

/** More that is made of codes and tokens, where a reader looks for more than the value. */
export const FORMS_OF_TOKENS: Readonly<Record<string, (value: string) => string>> = {
  ...FORMS_OF_SECRETS,
  ...ALTERATIONS_BESIDE_ENDS,
  'a colon and more behind': (value) => `${value}:more`,
  'a tilde and more behind': (value) => `${value}~more`,
  'only what is behind its first sign': behindFirstSign,
}

const MAIN_LIKENESSES = [
  'the first character altered',
  'a character in the middle altered',
  'the last character altered',
  'the first character missing',
  'the last character missing',
  'the last quarter cut off',
  'a character prepended',
  'a character appended',
  'letter case swapped',
  'a blank before',
  'a blank behind',
  'a NUL and more behind',
]

/** What stands for all that is like a value, where another client is tried. */
export const LIKENESSES = only({ ...ALTERATIONS, ...DISGUISES }, MAIN_LIKENESSES)

/**
 * Some tokens begin with a word or a number that tells what they are, and are looked up by the rest. Where no sign ends
 * such a beginning it is the second half: what a run covers must not hang on chance.
 */
function behindFirstSign(value: string): string {
  const [, rest] = /^\w*?[^A-Za-z\d](.{16,})$/.exec(value) ?? []
  return rest ?? value.slice(Math.ceil(value.length / 2))
}

/** ASCII has a twin of each printable character that Unicode's compatibility forms take for the same. */
function fullwidthFirst(value: string): string {
  const code = value.charCodeAt(0)
  if (!(code > 0x20 && code < 0x7f)) throw new NotApplicableError('no printable character')
  return String.fromCharCode(code + 0xfe_e0) + value.slice(1)
}

/**
 * Tables of one value's changes as tables of what stands in its place.
 *
 * @param of finds the right value among what is known; what is equal to it is left out.
 */
export function inPlaceOf(
  of: (known: Belongings) => string,
  changes: Readonly<Record<string, (value: string) => string>>,
  substitutes: Readonly<Record<string, Substitute>> = {},
): Readonly<Record<string, Substitute>> {
  const changed = Object.entries(changes).map(([name, change]): [string, Substitute] => [
    name,
    (known) => change(of(known)),
  ])
  return Object.fromEntries(
    [...changed, ...Object.entries(substitutes)].map(([name, substitute]): [string, Substitute] => [
      name,
      (known) => {
        const value = substitute(known)
        return value === of(known) ? undefined : value
      },
    ]),
  )
}
