import { OAuthProblem } from '../../oauth/problem.ts'
import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { RefreshToken } from '../../store.ts'
import type { Fault } from '../fault.ts'

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
]
