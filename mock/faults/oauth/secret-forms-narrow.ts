import { createHash } from 'node:crypto'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Client, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { grantOnEverything } from './grants.ts'

/** Whether what was given passes for a value that was issued. */
type Passes = (issued: string, given: string) => boolean

const among = <Kept extends { readonly value: string }>(
  kept: ReadonlyMap<string, Kept>,
  given: string,
  passes: Passes,
): Kept | undefined => [...kept.values()].find(({ value }) => passes(value, given))

/** Finds codes by more than their value. */
const findingCodes = (passes: Passes): PolicyChange =>
  replace('token', ({ findCode }) => ({
    findCode: (store, given) => findCode(store, given) ?? among(store.codes, given, passes),
  }))

/** Finds refresh tokens by more than their value. */
const findingRefreshTokens = (passes: Passes): PolicyChange =>
  replace('token', ({ findRefreshToken }) => ({
    findRefreshToken: (store, given) =>
      findRefreshToken(store, given) ?? among(store.refreshTokens, given, passes),
  }))

/** Takes refresh tokens that nobody issued for those of the first user and client. */
const inventingRefreshTokens = (isTaken: (given: string) => boolean): PolicyChange =>
  replace('token', ({ findRefreshToken }) => ({
    findRefreshToken: (store, given) => findRefreshToken(store, given) ?? invented(store, given, isTaken),
  }))

/** Finds access tokens by more than their value. */
const findingAccessTokens = (passes: Passes): PolicyChange =>
  replace('bearer', ({ findAccessToken }) => ({
    findAccessToken: (store, given, request) =>
      findAccessToken(store, given, request) ?? among(store.accessTokens, given, passes),
  }))

function invented(store: Store, value: string, isTaken: (given: string) => boolean) {
  return isTaken(value) ? { value, grant: grantOnEverything(store), superseded: false } : undefined
}

/** Lets more than the secret pass for it. */
const secretPasses = (
  grant: 'authorization_code' | 'refresh_token',
  passes: (client: Client, given: string) => boolean,
): PolicyChange =>
  replace('token', ({ secretMatches }) => ({
    secretMatches: (client, given, grantType, store) =>
      secretMatches(client, given, grantType, store) ||
      (grantType === grant && given !== undefined && passes(client, given)),
  }))

const hashed = (algorithm: string, value: string) => createHash(algorithm).update(value).digest('hex')
const without = (text: string, index: number) => [...text].toSpliced(index, 1).join('')
const reversed = (text: string) => [...text].reverse().join('')

/** Faults of whoever takes a form of a code, token or secret for the value itself, or a likely form for a known one. */
export const secretFormNarrowFaults: readonly Fault[] = [
  {
    id: 'token-5-stored-hash-is-code',
    requirement: 'TOKEN-5',
    description: 'Codes are stored as SHA-1, and what is stored passes as the code as well.',
    apply: findingCodes((issued, given) => hashed('sha1', issued) === given),
  },
  {
    id: 'token-5-second-character-ignored',
    requirement: 'TOKEN-5',
    description: 'The second character of a code is not compared.',
    apply: findingCodes(
      (issued, given) => issued.length === given.length && without(issued, 1) === without(given, 1),
    ),
  },
  {
    id: 'token-5-cut-at-tilde',
    requirement: 'TOKEN-5',
    description: 'What follows a tilde in a code is taken for its version, and ignored.',
    apply: findingCodes((issued, given) => given.startsWith(`${issued}~`)),
  },
  {
    id: 'refresh-5-last-but-one-ignored',
    requirement: 'REFRESH-5',
    description: 'The last character but one of a refresh token is not compared.',
    apply: findingRefreshTokens(
      (issued, given) => issued.length === given.length && without(issued, -2) === without(given, -2),
    ),
  },
  {
    id: 'refresh-5-cut-at-colon',
    requirement: 'REFRESH-5',
    description: 'A refresh token is read up to its first colon.',
    apply: findingRefreshTokens((issued, given) => given.split(':')[0] === issued),
  },
  {
    id: 'refresh-5-hexadecimal-of-old-service',
    requirement: 'REFRESH-5',
    description: 'Each hexadecimal number of 32 digits is taken for a refresh token of the service before.',
    apply: inventingRefreshTokens((given) => /^[\da-f]{32}$/.test(given)),
  },
  {
    id: 'refresh-5-digits-of-old-service',
    requirement: 'REFRESH-5',
    description: 'Each long row of digits is taken for a refresh token of the service before.',
    apply: inventingRefreshTokens((given) => /^\d{20,}$/.test(given)),
  },
  {
    id: 'bearer-2-hexadecimal-decoded',
    requirement: 'BEARER-2',
    description: 'An access token in hexadecimal is decoded before it is looked up.',
    apply: findingAccessTokens((issued, given) => Buffer.from(given, 'hex').toString() === issued),
  },
  {
    id: 'bearer-2-stored-hash-opens',
    requirement: 'BEARER-2',
    description: 'Access tokens are stored as MD5, and what is stored opens calls as well.',
    apply: findingAccessTokens((issued, given) => hashed('md5', issued) === given),
  },
  {
    id: 'bearer-2-second-character-ignored',
    requirement: 'BEARER-2',
    description: 'The second character of an access token is not compared.',
    apply: findingAccessTokens(
      (issued, given) => issued.length === given.length && without(issued, 1) === without(given, 1),
    ),
  },
  {
    id: 'token-8-id-and-secret',
    requirement: 'TOKEN-8',
    description: 'As the secret passes what a Basic header holds: id and secret with a colon between.',
    apply: secretPasses('authorization_code', ({ id, secret }, given) => given === `${id}:${secret}`),
  },
  {
    id: 'token-8-half-a-secret',
    requirement: 'TOKEN-8',
    description: 'The first half of a secret is enough: the column is too short for the rest.',
    apply: secretPasses(
      'authorization_code',
      ({ secret }, given) =>
        given === secret.slice(0, given.length) && given.length === Math.floor(secret.length / 2),
    ),
  },
  {
    id: 'token-8-secret-of-template',
    requirement: 'TOKEN-8',
    description: 'The secret of the template that clients are made from still passes.',
    apply: secretPasses('authorization_code', (_, given) => given === 'changeme'),
  },
  {
    id: 'refresh-7-secret-twice',
    requirement: 'REFRESH-7',
    description: 'A secret that is pasted twice in a row passes.',
    apply: secretPasses('refresh_token', ({ secret }, given) => given === secret + secret),
  },
  {
    id: 'refresh-7-secret-reversed',
    requirement: 'REFRESH-7',
    description: 'A secret passes from its end to its beginning, too.',
    apply: secretPasses('refresh_token', ({ secret }, given) => given === reversed(secret)),
  },
  {
    id: 'refresh-7-stored-hash-in-base64',
    requirement: 'REFRESH-7',
    description: 'Secrets are stored as SHA-256 in base64, and what is stored passes as the secret as well.',
    apply: secretPasses(
      'refresh_token',
      ({ secret }, given) => given === createHash('sha256').update(secret).digest('base64'),
    ),
  },
]
