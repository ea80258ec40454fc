import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Issued } from '../../policies/token.ts'
import type { Grant, RefreshToken } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { dropTokens } from './grants.ts'
import { mistaking } from './token-answers.ts'

/** Changes keys in the response to a refresh, but not to a code exchange. */
function refreshAnswering(change: (issued: Issued) => Readonly<Record<string, unknown>>): PolicyChange {
  return replace('token', ({ responseBody }) => ({
    responseBody: (issued) =>
      issued.grantType === 'refresh_token'
        ? Object.assign({}, responseBody(issued), change(issued))
        : responseBody(issued),
  }))
}

/** Also finds refresh tokens that match in a weaker sense than equality. */
function findingAlso(match: (token: string, given: string) => boolean): PolicyChange {
  return replace('token', ({ findRefreshToken }) => ({
    findRefreshToken: (store, given) =>
      findRefreshToken(store, given) ??
      [...store.refreshTokens.values()].find(({ value }) => match(value, given)),
  }))
}

/**
 * Accepts some refresh tokens that the operator revoked. Tokens that the service itself revokes are deleted
 * instead, so that they are still refused.
 */
function overlookingRevocation(overlooked: (token: RefreshToken) => boolean): PolicyChange {
  return replace('token', ({ refreshTokenRevoked }) => ({
    refreshTokenRevoked: (token, store) => !overlooked(token) && refreshTokenRevoked(token, store),
    afterCodeReuse({ grant }, store) {
      grant.revoked = true
      dropTokens(store, grant)
    },
    afterRefreshTokenReuse({ grant }, store) {
      grant.revoked = true
      dropTokens(store, grant)
    },
  }))
}

/** A grant without organizations that is revoked whenever the given one is. */
function withoutOrganizations(grant: Grant): Grant {
  return Object.create(grant, { organizationIds: { value: [] } })
}

/** The faults that break REFRESH-1, REFRESH-2, REFRESH-5 and REFRESH-6. */
export const refreshFaults: readonly Fault[] = [
  {
    id: 'refresh-1-no-expires-in',
    requirement: 'REFRESH-1',
    description: 'The response of a refresh lacks expires_in.',
    apply: refreshAnswering(() => ({ expires_in: undefined })),
  },
  {
    id: 'refresh-1-expires-in-text',
    requirement: 'REFRESH-1',
    description: 'expires_in is a number in the code exchange and a string in the refresh.',
    apply: refreshAnswering(({ expiresIn }) => ({ expires_in: String(expiresIn) })),
  },
  {
    id: 'refresh-1-kept-token-left-out',
    requirement: 'REFRESH-1',
    description: 'Refresh tokens do not rotate, and the response of a refresh leaves the kept one out.',
    apply: (policies) =>
      replace('token', () => ({ rotates: () => false }))(
        refreshAnswering(() => ({ refresh_token: undefined }))(policies),
      ),
  },
  {
    id: 'refresh-1-token-type-lost',
    requirement: 'REFRESH-1',
    description: 'token_type is null in the response of a refresh.',
    apply: refreshAnswering(() => ({ token_type: null })),
  },
  {
    id: 'refresh-2-not-stored',
    requirement: 'REFRESH-2',
    description: 'The access token of a refresh is answered and not stored.',
    apply: replace('token', ({ saveAccessToken }) => ({
      saveAccessToken(store, token, grantType) {
        if (grantType === 'authorization_code') saveAccessToken(store, token, grantType)
      },
    })),
  },
  {
    id: 'refresh-2-born-expired',
    requirement: 'REFRESH-2',
    description: 'The access token of a refresh expires the moment it is issued.',
    apply: replace('token', ({ saveAccessToken }) => ({
      saveAccessToken(store, token, grantType) {
        if (grantType === 'refresh_token') token.expiresAt = 0
        saveAccessToken(store, token, grantType)
      },
    })),
  },
  {
    id: 'refresh-2-organizations-lost',
    requirement: 'REFRESH-2',
    description: 'The access token of a refresh is known but has lost its organizations: it updates nothing.',
    apply: replace('token', ({ saveAccessToken }) => ({
      saveAccessToken(store, token, grantType) {
        const grant = grantType === 'refresh_token' ? withoutOrganizations(token.grant) : token.grant
        saveAccessToken(store, { ...token, grant }, grantType)
      },
    })),
  },
  {
    id: 'refresh-2-third-not-stored',
    requirement: 'REFRESH-2',
    description: 'Every third access token of a chain of refreshes is answered and not stored.',
    apply: replace('token', ({ saveAccessToken }) => ({
      saveAccessToken(store, token, grantType) {
        const { refreshes } = token.grant
        if (refreshes === 0 || refreshes % 3 !== 0) saveAccessToken(store, token, grantType)
      },
    })),
  },
  {
    id: 'refresh-5-prefix-compared',
    requirement: 'REFRESH-5',
    description: 'Only the first half of a refresh token is compared.',
    apply: findingAlso((token, given) => {
      const half = token.slice(0, Math.ceil(token.length / 2))
      return given.length >= half.length && given.startsWith(half)
    }),
  },
  {
    id: 'refresh-5-letter-case-ignored',
    requirement: 'REFRESH-5',
    description: 'Refresh tokens are found without regard to letter case.',
    apply: findingAlso((token, given) => token.toLowerCase() === given.toLowerCase()),
  },
  {
    id: 'refresh-5-unknown-is-invalid-token',
    requirement: 'REFRESH-5',
    description: 'An unknown refresh token is answered with invalid_token, the error of the API.',
    apply: mistaking('unknown-refresh-token', 'invalid_token'),
  },
  {
    id: 'refresh-6-revocation-ignored',
    requirement: 'REFRESH-6',
    description: 'A refresh token that was revoked by hand still works.',
    apply: overlookingRevocation(() => true),
  },
  {
    id: 'refresh-6-revocation-misses-rotated',
    requirement: 'REFRESH-6',
    description: 'Revocation reaches the first refresh token of a chain and not those that replaced it.',
    apply: overlookingRevocation(({ grant }) => grant.refreshes > 0),
  },
  {
    id: 'refresh-6-revoked-is-access-denied',
    requirement: 'REFRESH-6',
    description: 'A revoked refresh token is answered with access_denied.',
    apply: mistaking('revoked-refresh-token', 'access_denied'),
  },
]
