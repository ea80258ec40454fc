import type { TargetConfig } from '../../../client/environment/config.ts'
import type { Context, Table } from '../../../harness/authoring/index.ts'
import { FORMS_OF_TOKENS } from '../../axes/secrets.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** The commonest near misses, for each call and whoever asks: all else about a call may decide how a token is compared. */
export const ALTERED_CHARACTERS = Object.fromEntries(
  (
    [
      'the first character altered',
      'a character in the middle altered',
      'the last character altered',
      'the last character missing',
      'a character appended',
      'letter case swapped',
    ] as const
  ).flatMap((name) => (ALTERATIONS[name] ? [[name, ALTERATIONS[name]]] : [])),
)

/** The others. None is the token itself, whatever characters it has. */
export const ALTERED_TOKENS: Table<(token: string) => string> = {
  ...Object.fromEntries(Object.entries(ALTERATIONS).filter(([name]) => !(name in ALTERED_CHARACTERS))),
  'half of it': (token) => token.slice(0, Math.floor(token.length / 2)),
  'all but the last characters': (token) => token.slice(0, -4),
  'twice in a row': (token) => token + token,
  'a part after a dot': (token) => `${token}.x`,
  'percent-encoded': (token) => `%${token.charCodeAt(0).toString(16)}${token.slice(1)}`,
  'a NUL escape after it': (token) => `${token}%00`,
  'a comma after it': (token) => `${token},`,
  'a wildcard in place of its end': (token) => `${token.slice(0, 8)}*`,
  'an SQL wildcard in place of its end': (token) => `${token.slice(0, 8)}%`,
  'in quotes': (token) => `"${token}"`,
  'a fragment after it': (token) => `${token}#x`,
  'SQL wildcards for the characters of its end': (token) => token.slice(0, 8).padEnd(token.length, '_'),
  ...FORMS_OF_TOKENS,
}

/** A token that would open the call, under another scheme or in a header that is none of RFC 6750. */
const ALL_SCHEMES: Table<(token: string) => string> = {
  Basic: (token) => `Basic ${base64(`${token}:`)}`,
  'Basic, unencoded': (token) => `Basic ${token}`,
  'Basic, as a password': (token) => `Basic ${base64(`x:${token}`)}`,
  Token: (token) => `Token ${token}`,
  OAuth: (token) => `OAuth ${token}`,
  Digest: (token) => `Digest ${token}`,
  MAC: (token) => `MAC ${token}`,
  JWT: (token) => `JWT ${token}`,
  DPoP: (token) => `DPoP ${token}`,
  Session: (token) => `Session ${token}`,
  Bearers: (token) => `Bearers ${token}`,
  'X-Bearer': (token) => `X-Bearer ${token}`,
  BearerToken: (token) => `BearerToken ${token}`,
  'Token, as a parameter': (token) => `Token token="${token}"`,
  'the scheme twice': (token) => `Bearer Bearer ${token}`,
  'Basic, as the password of OAuth': (token) => `Basic ${base64(`x-oauth-basic:${token}`)}`,
  'no scheme': (token) => token,
  'no blank': (token) => `Bearer${token}`,
  'a colon': (token) => `Bearer:${token}`,
  'an equals sign': (token) => `Bearer=${token}`,
  'a parameter': (token) => `Bearer token="${token}"`,
  'after a Basic one': (token) => `Basic ${base64('a:b')}, Bearer ${token}`,
  'after a wrong one': (token) => `Bearer ${UNKNOWN_ACCESS_TOKEN}, Bearer ${token}`,
  'after a wrong token': (token) => `Bearer ${UNKNOWN_ACCESS_TOKEN} ${token}`,
}

const IN_USE = ['Token', 'JWT', 'no scheme', 'a colon', 'after a wrong one']

const schemes = (isWanted: (name: string) => boolean): typeof ALL_SCHEMES =>
  Object.fromEntries(Object.entries(ALL_SCHEMES).filter(([name]) => isWanted(name)))

/** The schemes that frameworks take beside Bearer, and headers that they read so, for each call. */
export const SCHEMES_IN_USE = schemes((name) => IN_USE.includes(name))

/** All others, each for one call. */
export const OTHER_SCHEMES = schemes((name) => !IN_USE.includes(name))

/** Credentials that open something else: the token endpoint, and the pages. */
export const CREDENTIALS_BY_BASIC: Table<(target: TargetConfig) => string | undefined> = {
  'of the client': ({ client: { id, secret } }) => `Basic ${base64(`${id}:${secret}`)}`,
  'of the user': ({ user }) => user && `Basic ${base64(`${user.username}:${user.password}`)}`,
}

/** Signed with a key that nobody here knows, and with a member that asks for another one. */
const SIGNED_BY_OTHERS = [
  Buffer.from(JSON.stringify({ alg: 'RS256', typ: 'JWT', kid: 'never-issued' })).toString('base64url'),
  Buffer.from(JSON.stringify({ sub: '1', exp: 9_999_999_999 })).toString('base64url'),
  'never-issued'.repeat(28),
].join('.')

/** What a program writes that has no token. */
export const EMPTY_WORDS: Table<string> = { null: 'null', undefined: 'undefined' }

/**
 * What is no access token at all, in place of one; some of it this client knows for other purposes. No public id among
 * them: whatever stands in place of a token is kept out of all reports from then on.
 */
export const NOT_ACCESS_TOKENS: Table<string | ((context: Context) => Promise<string | undefined>)> = {
  'a made-up token': UNKNOWN_ACCESS_TOKEN,
  nothing: '',
  true: 'true',
  'the number 0': '0',
  'the number 1': '1',
  'an asterisk': '*',
  'an SQL wildcard': '%',
  'an SQL wildcard for one character': '_',
  'an SQL injection': "'OR'1'='1",
  'another SQL injection': "x'OR+1=1--",
  'an object': '{}',
  'an object in words': '[object',
  'not a number': 'NaN',
  'any text, as a pattern': '.*',
  'a name of a prototype': '__proto__',
  anonymous: 'anonymous',
  test: 'test',
  admin: 'admin',
  'a token without algorithm': 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiIxIiwiZXhwIjo5OTk5OTk5OTk5fQ.',
  'a token signed by others': SIGNED_BY_OTHERS,
  'an overlong one': 'x'.repeat(3_500),
  'the client secret': async ({ target }) => target.client.secret,
  'the password': async ({ oauth }) => oauth.user?.password,
  'a code': async ({ oauth }) => (oauth.user ? oauth.obtainCode() : undefined),
  'the secret of another client': async ({ target }) => target.otherClient?.secret,
}
