import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Client, RefreshToken, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { isSecond } from './token-narrow.ts'

/** Stands for a client that says nothing of itself. */
const NOBODY = 'nobody-at-all'

/** What a JSON Web Token says it is, where its header pleases; undefined for anything else. */
export function claimOf(text: string, isTrusted: (header: string) => boolean): string | undefined {
  const [header = '', payload = ''] = text.split('.')
  if (!isTrusted(Buffer.from(header, 'base64url').toString())) return undefined
  return /"jti":"([^"]*)"/.exec(Buffer.from(payload, 'base64url').toString())?.[1]
}

const findingRefreshTokens = (
  find: (store: Store, given: string) => RefreshToken | undefined,
): PolicyChange =>
  replace('token', ({ findRefreshToken }) => ({
    findRefreshToken: (store, given) => findRefreshToken(store, given) ?? find(store, given),
  }))

const readingRefreshTokens = (read: (given: string) => string | undefined): PolicyChange =>
  findingRefreshTokens((store, given) => store.refreshTokens.get(read(given) ?? ''))

/** In refreshes some secrets are taken that are not the client's. */
const takingSecrets = (isTaken: (client: Client, given: string) => boolean): PolicyChange =>
  replace('token', ({ secretMatches }) => ({
    secretMatches: (client, given, grantType, store) =>
      secretMatches(client, given, grantType, store) ||
      (grantType === 'refresh_token' && isTaken(client, given ?? '')),
  }))

/** Faults of codes and refresh tokens that show with another client, in another place, or in another spelling. */
export const tokensElsewhereFaults: readonly Fault[] = [
  {
    id: 'token-6-second-client-codes-stay',
    requirement: 'TOKEN-6',
    description: 'Codes of the second client do not expire.',
    apply: replace('token', ({ codeExpired }) => ({
      codeExpired: (code, now) => !isSecond(code.grant.client) && codeExpired(code, now),
    })),
  },
  {
    id: 'token-8-no-authentication-at-all',
    requirement: 'TOKEN-8',
    alsoBreaks: ['TOKEN-10'],
    description:
      'A code exchange with neither client_id nor client_secret is taken for one of the first client.',
    apply: replace('token', ({ collectParameters, findClient, secretMatches }) => ({
      collectParameters(pairs) {
        const collected = collectParameters(pairs)
        const { values } = collected
        const isOpen = values.has('code') && !values.has('client_id') && !values.has('client_secret')
        const first: readonly (readonly [string, string])[] = [
          ['client_id', NOBODY],
          ['client_secret', NOBODY],
        ]
        return isOpen ? { ...collected, values: new Map([...values, ...first]) } : collected
      },
      findClient: (store, id, grantType) =>
        id === NOBODY ? [...store.clients.values()][0] : findClient(store, id, grantType),
      secretMatches: (client, given, grantType, store) =>
        given === NOBODY || secretMatches(client, given, grantType, store),
    })),
  },
  {
    id: 'token-13-second-client-keeps-tokens',
    requirement: 'TOKEN-13',
    description: 'A replayed code of the second client revokes nothing.',
    apply: replace('token', ({ afterCodeReuse }) => ({
      afterCodeReuse(code, store) {
        if (!isSecond(code.grant.client)) afterCodeReuse(code, store)
      },
    })),
  },
  {
    id: 'refresh-5-blanks-trimmed',
    requirement: 'REFRESH-5',
    description: 'A framework trims all input, and so finds a refresh token with blanks around it.',
    apply: readingRefreshTokens((given) => given.trim()),
  },
  {
    id: 'refresh-5-first-of-a-list',
    requirement: 'REFRESH-5',
    description: 'A refresh token with a comma and more behind is read as a list, of which the first counts.',
    apply: readingRefreshTokens((given) => given.split(',')[0]),
  },
  {
    id: 'refresh-5-second-client-cut-at-nul',
    requirement: 'REFRESH-5',
    description: 'Refresh tokens of the second client are compared as C strings, up to the first NUL.',
    apply: findingRefreshTokens((store, given) => {
      const found = store.refreshTokens.get(given.split('\0')[0] ?? '')
      return found && isSecond(found.grant.client) ? found : undefined
    }),
  },
  {
    id: 'refresh-5-unsigned-web-token',
    requirement: 'REFRESH-5',
    description:
      'A refresh token may be a JSON Web Token that names it, and algorithm None is as good as any.',
    apply: readingRefreshTokens((given) => claimOf(given, (header) => header.includes('"alg":"None"'))),
  },
  {
    id: 'refresh-6-second-client-revoked-in-vain',
    requirement: 'REFRESH-6',
    alsoBreaks: ['TOKEN-13', 'REFRESH-4'],
    description: 'Refresh tokens of the second client work on when they are revoked.',
    apply: replace('token', ({ refreshTokenRevoked }) => ({
      refreshTokenRevoked: (token, store) =>
        !isSecond(token.grant.client) && refreshTokenRevoked(token, store),
    })),
  },
  {
    id: 'refresh-7-second-client-any-secret',
    requirement: 'REFRESH-7',
    description: 'In refreshes the second client needs some client_secret, but not the right one.',
    apply: takingSecrets(isSecond),
  },
  {
    id: 'refresh-7-secret-trimmed',
    requirement: 'REFRESH-7',
    description: 'In refreshes blanks around a secret are trimmed.',
    apply: takingSecrets(({ secret }, given) => given.trim() === secret),
  },
  {
    id: 'refresh-7-secret-percent-decoded',
    requirement: 'REFRESH-7',
    description: 'In refreshes a secret is percent-decoded once more than it was encoded.',
    apply: takingSecrets(({ secret }, given) => given.startsWith('%') && unescape(given) === secret),
  },
  {
    id: 'refresh-7-id-is-secret',
    requirement: 'REFRESH-7',
    description: 'In refreshes a client that sends its id as its secret is taken for one without a secret.',
    apply: takingSecrets(({ id }, given) => given === id),
  },
]
