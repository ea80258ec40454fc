import { setTimeout as sleep } from 'node:timers/promises'
import { json } from '../../http.ts'
import { replace } from '../../policies/replace.ts'
import type { AuthorizationCode, Grant, RefreshToken } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { changingErrors, mistaking, sending } from '../oauth/token-answers.ts'
import { isSecond } from '../oauth/token-narrow.ts'
import { checkedThenMarked } from '../oauth/token-reuse.ts'
import { thread } from './thread.ts'

/** Time in which a second request can come between two steps of the first. */
const BETWEEN_MS = 25

/** What real token endpoints got wrong. */
export const reportedTokenFaults: readonly Fault[] = [
  {
    id: 'token-4-reported-revoked-last',
    requirement: 'TOKEN-4',
    description: 'A code is revoked only when its tokens are stored: several at once get tokens.',
    source: thread('thephpleague/oauth2-server#1306'),
    apply: checkedThenMarked(BETWEEN_MS),
  },
  {
    id: 'token-4-reported-two-workers',
    requirement: 'TOKEN-4',
    description: 'Two workers at a time look at a code; the third waits.',
    source: thread('oauthlib/oauthlib#618'),
    apply: replace('token', () => {
      const looking = new WeakMap<AuthorizationCode, number>()
      return {
        async claimCode(code) {
          const place = (looking.get(code) ?? 0) + 1
          looking.set(code, place)
          const fresh = !code.used && place <= 2
          await sleep(BETWEEN_MS)
          code.used = true
          return fresh
        },
      }
    }),
  },
  {
    id: 'token-3-reported-used-twice',
    requirement: 'TOKEN-3',
    alsoBreaks: ['TOKEN-4'],
    description: 'A code gives tokens twice before it is used up.',
    source: thread('ccpgames/sso-issues#9'),
    apply: replace('token', () => {
      const uses = new WeakMap<AuthorizationCode, number>()
      return {
        claimCode(code) {
          const use = (uses.get(code) ?? 0) + 1
          uses.set(code, use)
          code.used = true
          return use <= 2
        },
      }
    }),
  },
  {
    id: 'token-13-reported-first-tokens-live-on',
    requirement: 'TOKEN-13',
    description: 'The second use of a code is refused, and the tokens of the first work on.',
    source: thread('mitreid-connect/OpenID-Connect-Java-Spring-Server#986'),
    apply: replace('token', () => ({ afterCodeReuse: () => undefined })),
  },
  {
    id: 'token-3-reported-invalid-request',
    requirement: 'TOKEN-3',
    description: 'A code that was used is answered with invalid_request.',
    source: thread('thephpleague/oauth2-server#1082'),
    apply: mistaking('used-code', 'invalid_request'),
  },
  {
    id: 'token-5-reported-invalid-request',
    requirement: 'TOKEN-5',
    description: 'A code that nobody knows is answered with invalid_request.',
    source: thread('dexidp/dex#1952'),
    apply: mistaking('unknown-code', 'invalid_request'),
  },
  {
    id: 'token-5-reported-user-not-found',
    requirement: 'TOKEN-5',
    alsoBreaks: ['ERROR-2'],
    description: 'A code that nobody knows leads to no user, and so to a 500.',
    source: thread('Haufe-Lexware/wicked.haufe.io#131'),
    apply: changingErrors(
      ({ reason }) => reason === 'unknown-code',
      () => json(500, { error: 'server_error', error_description: 'could not retrieve the user' }),
    ),
  },
  {
    id: 'token-15-reported-message-as-error',
    requirement: 'TOKEN-15',
    alsoBreaks: ['TOKEN-5'],
    description: 'What is wrong with a code is told in the place of the error code, without a description.',
    source: thread('simple-login/app#2754'),
    apply: changingErrors(
      ({ reason }) => reason === 'unknown-code',
      () => json(400, { error: 'no such authorization code' }),
    ),
  },
  {
    id: 'token-12-reported-session-headers',
    requirement: 'TOKEN-12',
    description: 'The middleware of web sessions replaces no-store by no-cache, private.',
    source: thread('pixelfed/pixelfed#6553'),
    apply: sending((answer) => ({
      ...answer,
      headers: { ...answer.headers, 'cache-control': 'no-cache, private' },
    })),
  },
  {
    id: 'token-12-reported-code-exchange-cacheable',
    requirement: 'TOKEN-12',
    description: 'The code exchange says nothing about caches.',
    source: thread('CZ-NIC/pyoidc#145'),
    apply: sending((answer, { grantType }) => {
      const { 'cache-control': _, pragma: __, ...headers } = answer.headers
      return grantType === 'authorization_code' ? { ...answer, headers } : answer
    }),
  },
  {
    id: 'refresh-4-reported-not-revoked',
    requirement: 'REFRESH-4',
    description: 'A refresh gives new tokens, and the old refresh token lives to its end.',
    source: thread('Usama0121/ariadne-jwt#19'),
    apply: replace('token', () => ({ claimRefreshToken: () => true })),
  },
  {
    id: 'refresh-4-reported-no-use-recorded',
    requirement: 'REFRESH-4',
    description: 'No use of a refresh token is recorded: it works a second time, and then no more.',
    source: thread('artifact-keeper/artifact-keeper#929'),
    apply: replace('token', () => {
      const uses = new WeakMap<RefreshToken, number>()
      return {
        claimRefreshToken(token) {
          const use = (uses.get(token) ?? 0) + 1
          uses.set(token, use)
          token.superseded = true
          return use <= 2
        },
      }
    }),
  },
  {
    id: 'refresh-7-reported-no-secret',
    requirement: 'REFRESH-7',
    description: 'A refresh asks for no client_secret; one that is sent has to be right.',
    source: thread('doorkeeper-gem/doorkeeper#1150'),
    apply: replace('token', ({ requiredParameters, secretMatches }) => ({
      requiredParameters: { ...requiredParameters, refresh_token: ['client_id', 'refresh_token'] },
      secretMatches: (client, given, grantType, store) =>
        (given === undefined && grantType === 'refresh_token') ||
        secretMatches(client, given, grantType, store),
    })),
  },
  {
    id: 'refresh-2-reported-second-refresh',
    requirement: 'REFRESH-2',
    description: 'The access token of the second refresh is not the one that is stored.',
    source: thread('doorkeeper-gem/doorkeeper#146'),
    apply: replace('token', ({ saveAccessToken }) => {
      const refreshes = new WeakMap<Grant, number>()
      return {
        saveAccessToken(store, token, grantType) {
          const count = (refreshes.get(token.grant) ?? 0) + (grantType === 'refresh_token' ? 1 : 0)
          refreshes.set(token.grant, count)
          if (grantType !== 'refresh_token' || count < 2) saveAccessToken(store, token, grantType)
        },
      }
    }),
  },
  {
    id: 'refresh-8-reported-any-client',
    requirement: 'REFRESH-8',
    description: 'A refresh token is looked up by its value and status, whichever client it was issued to.',
    source: thread('frappe/frappe#41534'),
    apply: replace('token', () => ({ refreshTokenBelongsTo: () => true })),
  },
  {
    id: 'refresh-8-reported-second-client',
    requirement: 'REFRESH-8',
    description: 'The session behind a refresh token names no client: the second one may use it.',
    source: thread('puzed/darkauth#80'),
    apply: replace('token', ({ refreshTokenBelongsTo }) => ({
      refreshTokenBelongsTo: (token, client) => isSecond(client) || refreshTokenBelongsTo(token, client),
    })),
  },
  {
    id: 'error-2-reported-nul-in-form',
    requirement: 'ERROR-2',
    description: 'A NUL in a form reaches the database, which refuses it: 500.',
    source: thread('zenml-io/kitaru#927'),
    apply: replace('token', ({ readParameters }) => ({
      readParameters(request) {
        const pairs = readParameters(request)
        if (pairs.some(([, value]) => value.includes('\0'))) throw new Error('invalid byte sequence')
        return pairs
      },
    })),
  },
]
