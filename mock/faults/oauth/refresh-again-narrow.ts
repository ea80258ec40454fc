import { OAuthProblem } from '../../oauth/problem.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { Grant, RefreshToken } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { dropRefreshTokens } from './grants.ts'

/** Takes some dead refresh tokens where the form has more than a refresh needs. */
function takingBesideMore(isTaken: (token: RefreshToken) => boolean): PolicyChange {
  return replace('token', ({ collectParameters, refreshTokenRevoked, claimRefreshToken }) => {
    let hasMore = false
    return {
      collectParameters(pairs) {
        const collected = collectParameters(pairs)
        hasMore = collected.values.has('scope') && collected.values.has('refresh_token')
        return collected
      },
      refreshTokenRevoked: (token, store) =>
        !(hasMore && isTaken(token)) && refreshTokenRevoked(token, store),
      claimRefreshToken: (token, rotates, store) =>
        (hasMore && isTaken(token)) || claimRefreshToken(token, rotates, store),
    }
  })
}

/** Says of the newest token of such a grant that it is no request at all. @throws OAuthProblem */
function otherwise(ended: WeakSet<Grant>, { grant, superseded }: RefreshToken): false {
  if (superseded || !ended.has(grant)) return false
  throw new OAuthProblem('invalid_request', 'malformed-request', 'The grant has ended.')
}

/** Ends the refresh tokens of a grant when an access token comes that a refresh has replaced. */
const endingByReplacedAccess: PolicyChange = (policies) => {
  const newest = new WeakMap<Grant, string>()
  return combine(
    replace('token', ({ saveAccessToken }) => ({
      saveAccessToken(store, token, grantType) {
        newest.set(token.grant, token.value)
        saveAccessToken(store, token, grantType)
      },
    })),
    replace('bearer', ({ findAccessToken }) => ({
      findAccessToken(store, value, request) {
        const token = findAccessToken(store, value, request)
        if (token && (newest.get(token.grant) ?? value) !== value) dropRefreshTokens(store, token.grant)
        return token
      },
    })),
  )(policies)
}

/** Faults of refresh tokens that were refused once and come again, otherwise. */
export const refreshAgainNarrowFaults: readonly Fault[] = [
  {
    id: 'refresh-4-scope-beside-it',
    requirement: 'REFRESH-4',
    description:
      'A refresh that names a scope goes another way, on which a superseded token is as good as new.',
    apply: takingBesideMore((token) => token.superseded),
  },
  {
    id: 'refresh-3-ended-by-replaced-access-token',
    requirement: 'REFRESH-3',
    description: 'A call with an access token that a refresh has replaced ends the newest refresh token.',
    apply: endingByReplacedAccess,
  },
  {
    id: 'refresh-4-other-error-the-second-time',
    requirement: 'REFRESH-4',
    description: 'A superseded refresh token gives invalid_grant once, and invalid_request from then on.',
    apply: replace('token', ({ refreshTokenRevoked }) => ({
      refreshTokenRevoked(token, store) {
        if (token.superseded && token.grant.revoked)
          throw new OAuthProblem('invalid_request', 'malformed-request', 'The refresh token is gone.')
        return refreshTokenRevoked(token, store)
      },
    })),
  },
  {
    id: 'refresh-5-prefix-optional',
    requirement: 'REFRESH-5',
    description: 'Refresh tokens begin with a word and a sign, and are found without these too.',
    apply: replace('token', ({ newToken, findRefreshToken }) => ({
      newToken: (kind, grant) => (kind === 'refresh' ? 'refresh.' : '') + newToken(kind, grant),
      findRefreshToken: (store, given) =>
        findRefreshToken(store, given) ?? store.refreshTokens.get(`refresh.${given}`),
    })),
  },
  {
    id: 'refresh-6-scope-beside-it',
    requirement: 'REFRESH-6',
    description: 'A refresh that names a scope does not ask whether the token was revoked.',
    apply: takingBesideMore((token) => !token.superseded && token.grant.revoked),
  },
  {
    id: 'refresh-4-good-again-when-old',
    requirement: 'REFRESH-4',
    description: 'What was superseded stands in a cache for a second: who comes first after that is let in.',
    apply: replace('token', ({ claimRefreshToken }) => {
      const supersededAt = new WeakMap<RefreshToken, number>()
      return {
        claimRefreshToken(token, rotates, store) {
          const since = supersededAt.get(token)
          if (since !== undefined && performance.now() - since > 1_000) return true
          if (rotates && since === undefined) supersededAt.set(token, performance.now())
          return claimRefreshToken(token, rotates, store)
        },
      }
    }),
  },
  {
    id: 'refresh-6-other-error-after-code-reuse',
    requirement: 'REFRESH-6',
    description: 'Where a code came twice, its refresh token gives invalid_request from then on.',
    apply: replace('token', ({ afterCodeReuse, refreshTokenRevoked }) => {
      const ended = new WeakSet<Grant>()
      return {
        afterCodeReuse(code, store) {
          ended.add(code.grant)
          afterCodeReuse(code, store)
        },
        refreshTokenRevoked: (token, store) => otherwise(ended, token) || refreshTokenRevoked(token, store),
      }
    }),
  },
  {
    id: 'refresh-6-other-error-after-its-predecessor',
    requirement: 'REFRESH-6',
    description:
      'Where a superseded refresh token came again, the newest gives invalid_request from then on.',
    apply: replace('token', ({ afterRefreshTokenReuse, refreshTokenRevoked }) => {
      const ended = new WeakSet<Grant>()
      return {
        afterRefreshTokenReuse(token, store) {
          ended.add(token.grant)
          afterRefreshTokenReuse(token, store)
        },
        refreshTokenRevoked: (token, store) => otherwise(ended, token) || refreshTokenRevoked(token, store),
      }
    }),
  },
]
