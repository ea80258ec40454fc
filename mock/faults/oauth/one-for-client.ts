import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { Grant } from '../../store.ts'
import type { Fault } from '../fault.ts'

const isOthers = (one: Grant, other: Grant) => one.client === other.client && one.user !== other.user

/** Faults of stores that have one place for each client, whoever its users are. */
export const oneForClientFaults: readonly Fault[] = [
  {
    id: 'token-1-one-code-for-client',
    requirement: 'TOKEN-1',
    description: 'A client has one open code: that of the next user, or of the same one, takes its place.',
    apply: endingCodes((one, other) => one.client === other.client),
  },
  {
    id: 'token-1-codes-of-other-users-end',
    requirement: 'TOKEN-1',
    description: 'A code ends those that other users of the client have open.',
    apply: endingCodes(isOthers),
  },
  {
    id: 'bearer-4-one-grant-for-client',
    requirement: 'BEARER-4',
    description: 'A client has one grant: that of the next user, or of the same one, takes its place.',
    apply: endingGrants((one, other) => one.client === other.client),
  },
  {
    id: 'refresh-1-one-token-for-client',
    requirement: 'REFRESH-1',
    description: 'A client has one refresh token: that of the next login, whoever logs in, takes its place.',
    apply: endingRefreshTokens((one, other) => one.client === other.client),
  },
  {
    id: 'refresh-1-tokens-of-other-users-end',
    requirement: 'REFRESH-1',
    description: 'A login ends the refresh tokens that other users of the client gave it.',
    apply: endingRefreshTokens(isOthers),
  },
]

/** A new code ends open ones of other grants. */
function endingCodes(isEnded: (one: Grant, other: Grant) => boolean): PolicyChange {
  return replace('authorization', ({ saveCode }) => ({
    saveCode(store, code) {
      for (const { value, grant } of store.codes.values())
        if (isEnded(grant, code.grant)) store.codes.delete(value)
      saveCode(store, code)
    },
  }))
}

/** Tokens for a code end other grants. */
function endingGrants(isEnded: (one: Grant, other: Grant) => boolean): PolicyChange {
  return replace('token', ({ saveAccessToken }) => ({
    saveAccessToken(store, token, grantType) {
      saveAccessToken(store, token, grantType)
      if (grantType !== 'authorization_code') return
      for (const { grant } of store.accessTokens.values())
        if (grant !== token.grant && isEnded(grant, token.grant)) grant.revoked = true
    },
  }))
}

/** A refresh token for a code ends those of other grants. */
function endingRefreshTokens(isEnded: (one: Grant, other: Grant) => boolean): PolicyChange {
  return replace('token', ({ saveRefreshToken }) => ({
    saveRefreshToken(store, token, grantType) {
      for (const { value, grant } of store.refreshTokens.values())
        if (grant !== token.grant && isEnded(grant, token.grant)) store.refreshTokens.delete(value)
      saveRefreshToken(store, token, grantType)
    },
  }))
}
