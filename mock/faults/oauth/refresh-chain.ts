import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Grant, RefreshToken } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { chainTurns } from './grants.ts'
import { mistaking } from './token-answers.ts'

/** Refuses refresh tokens that the current policy accepts. */
function refusing(refused: (token: RefreshToken) => boolean): PolicyChange {
  return replace('token', ({ refreshTokenRevoked }) => ({
    refreshTokenRevoked: (token, store) => refused(token) || refreshTokenRevoked(token, store),
  }))
}

/** Accepts superseded refresh tokens of a certain age, as often as they are used. Age counts refreshes. */
function acceptingAged(accepted: (age: number) => boolean): PolicyChange {
  return replace('token', ({ saveRefreshToken, claimRefreshToken }) => {
    const turns = chainTurns()
    return {
      saveRefreshToken(store, token, grantType) {
        turns.note(token)
        saveRefreshToken(store, token, grantType)
      },
      claimRefreshToken: (token, rotates, store) =>
        (token.superseded && accepted(turns.age(token))) || claimRefreshToken(token, rotates, store),
    }
  })
}

/** From the second refresh on, refuses a refresh token once an access token of its grant has been used. */
const spentByCalls: PolicyChange = (policies) => {
  const spent = new WeakSet<Grant>()
  const { accessTokenRevoked } = policies.bearer
  return refusing(({ grant }) => spent.has(grant))({
    ...policies,
    bearer: {
      ...policies.bearer,
      accessTokenRevoked(token, store, request) {
        if (token.grant.refreshes >= 2) spent.add(token.grant)
        return accessTokenRevoked(token, store, request)
      },
    },
  })
}

/** Refuses refresh tokens of a grant that asked for a donation of another organization. */
const endedByForeign: PolicyChange = (policies) => {
  const ended = new WeakSet<Grant>()
  const { mayUpdate } = policies.bearer
  return refusing(({ grant }) => ended.has(grant))({
    ...policies,
    bearer: {
      ...policies.bearer,
      mayUpdate(grant, donation, request) {
        const may = mayUpdate(grant, donation, request)
        if (!may) ended.add(grant)
        return may
      },
    },
  })
}

/** The faults that break REFRESH-3, REFRESH-4 and REFRESH-9. */
export const refreshChainFaults: readonly Fault[] = [
  {
    id: 'refresh-3-third-refused',
    requirement: 'REFRESH-3',
    description: 'A chain ends after two refreshes: the third is refused.',
    apply: refusing(({ grant }) => grant.refreshes >= 2),
  },
  {
    id: 'refresh-3-sixth-refused',
    requirement: 'REFRESH-3',
    description: 'A chain ends after five refreshes, as if a counter had a forgotten limit.',
    apply: refusing(({ grant }) => grant.refreshes >= 5),
  },
  {
    id: 'refresh-3-new-token-not-stored',
    requirement: 'REFRESH-3',
    description: 'The second refresh answers with a new refresh token and fails to store it.',
    apply: replace('token', ({ saveRefreshToken }) => ({
      saveRefreshToken(store, token, grantType) {
        if (token.grant.refreshes !== 2) saveRefreshToken(store, token, grantType)
      },
    })),
  },
  {
    id: 'refresh-3-plus-sign-in-token',
    requirement: 'REFRESH-3',
    description:
      'From the second refresh on tokens hold a plus sign, which the token endpoint decodes twice.',
    apply: replace('token', ({ newToken, findRefreshToken }) => ({
      newToken: (kind, grant) =>
        kind === 'refresh' && grant.refreshes >= 2
          ? `${newToken(kind, grant)}+${grant.refreshes}`
          : newToken(kind, grant),
      findRefreshToken: (store, value) => findRefreshToken(store, value.replaceAll('+', ' ')),
    })),
  },
  {
    id: 'refresh-3-static-token-wears-out',
    requirement: 'REFRESH-3',
    description: 'Refresh tokens do not rotate, and one works four times.',
    apply: (policies) =>
      replace('token', () => ({ rotates: () => false }))(
        refusing(({ grant }) => grant.refreshes >= 4)(policies),
      ),
  },
  {
    id: 'refresh-3-spent-by-api-call',
    requirement: 'REFRESH-3',
    description:
      'From the second refresh on a call with the access token spends the refresh token beside it.',
    apply: spentByCalls,
  },
  {
    id: 'refresh-3-rotation-skipped-in-store',
    requirement: 'REFRESH-3',
    description: 'The fourth refresh answers with the refresh token that it has just superseded.',
    apply: replace('token', ({ responseBody, claimRefreshToken }) => {
      const presented = new WeakMap<Grant, string>()
      return {
        claimRefreshToken(token, rotates, store) {
          presented.set(token.grant, token.value)
          return claimRefreshToken(token, rotates, store)
        },
        responseBody: (issued) =>
          responseBody(
            issued.grant.refreshes === 4
              ? { ...issued, refreshToken: presented.get(issued.grant) ?? issued.refreshToken }
              : issued,
          ),
      }
    }),
  },
  {
    id: 'refresh-4-superseded-accepted',
    requirement: 'REFRESH-4',
    description: 'Refresh tokens rotate, and those that were replaced work on.',
    apply: acceptingAged(() => true),
  },
  {
    id: 'refresh-4-accepted-where-replaced-now-and-then',
    requirement: 'REFRESH-4',
    description: 'Every second refresh replaces the refresh token, and the old one is not given up.',
    apply: combine(
      acceptingAged(() => true),
      replace('token', () => ({ rotates: ({ refreshes }) => refreshes % 2 === 1 })),
    ),
  },
  {
    id: 'refresh-4-only-predecessor-refused',
    requirement: 'REFRESH-4',
    description: 'The service remembers one superseded refresh token: older ones work again.',
    apply: acceptingAged((age) => age >= 2),
  },
  {
    id: 'refresh-4-superseded-is-invalid-request',
    requirement: 'REFRESH-4',
    description: 'A superseded refresh token is answered with invalid_request.',
    apply: mistaking('superseded-refresh-token', 'invalid_request'),
  },
  {
    id: 'refresh-9-access-token-refreshes',
    requirement: 'REFRESH-9',
    description: 'Tokens of both kinds are in one table: an access token is taken for a refresh token.',
    apply: replace('token', ({ findRefreshToken }) => ({
      findRefreshToken(store, value) {
        const access = store.accessTokens.get(value)
        return findRefreshToken(store, value) ?? (access && { ...access, superseded: false })
      },
    })),
  },
  {
    id: 'refresh-9-refresh-token-opens-api',
    requirement: 'REFRESH-9',
    description: 'Tokens of both kinds are in one table: the API takes a refresh token for an access token.',
    apply: replace('bearer', ({ findAccessToken }) => ({
      findAccessToken(store, value, request) {
        const refresh = store.refreshTokens.get(value)
        const found = findAccessToken(store, value, request)
        return found ?? (refresh && { ...refresh, expiresAt: Number.POSITIVE_INFINITY })
      },
    })),
  },
  {
    id: 'refresh-9-refresh-token-updates',
    requirement: 'REFRESH-9',
    description: 'GET refuses a refresh token as a bearer token; the update takes it.',
    apply: replace('bearer', ({ findAccessToken }) => ({
      findAccessToken(store, value, request) {
        const refresh = request.method === 'GET' ? undefined : store.refreshTokens.get(value)
        const found = findAccessToken(store, value, request)
        return found ?? (refresh && { ...refresh, expiresAt: Number.POSITIVE_INFINITY })
      },
    })),
  },
  {
    id: 'refresh-3-foreign-update-ends-it',
    requirement: 'REFRESH-3',
    description: 'Trying to change a donation of another organization ends the refresh token.',
    apply: endedByForeign,
  },
  {
    id: 'refresh-4-later-generations-live-on',
    requirement: 'REFRESH-4',
    description: 'Only the refresh token of the code exchange is ever superseded.',
    apply: replace('token', ({ saveRefreshToken, claimRefreshToken }) => {
      const first = new WeakSet<RefreshToken>()
      return {
        saveRefreshToken(store, token, grantType) {
          if (grantType === 'authorization_code') first.add(token)
          saveRefreshToken(store, token, grantType)
        },
        claimRefreshToken: (token, rotates, store) =>
          (token.superseded && !first.has(token)) || claimRefreshToken(token, rotates, store),
      }
    }),
  },
  {
    id: 'refresh-9-superseded-opens-api',
    requirement: 'REFRESH-9',
    description: 'A superseded refresh token is kept among the access tokens and opens the API.',
    apply: replace('bearer', ({ findAccessToken }) => ({
      findAccessToken(store, value, request) {
        const old = store.refreshTokens.get(value)
        return old?.superseded
          ? { value, grant: old.grant, expiresAt: Number.POSITIVE_INFINITY }
          : findAccessToken(store, value, request)
      },
    })),
  },
]
