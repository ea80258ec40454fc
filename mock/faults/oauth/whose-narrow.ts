import { type PolicyChange, replace } from '../../policies/replace.ts'
import type { AccessToken, AuthorizationCode, Grant, RefreshToken, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { closing, permitting } from './bearer-access.ts'
import { notingReuse } from './grants.ts'
import { isSecond } from './token-narrow.ts'

const isOfSecond = ({ client }: Grant) => isSecond(client)
const ownsNone = ({ organizationIds }: Grant) => organizationIds.length === 0
const ownsSeveral = ({ organizationIds }: Grant) => organizationIds.length > 1

const acceptingAgain = (isTaken: (grant: Grant) => boolean): PolicyChange =>
  replace('token', ({ claimCode }) => ({
    claimCode: (code, store) => isTaken(code.grant) || claimCode(code, store),
  }))

const findingCodes = (find: (store: Store, given: string) => AuthorizationCode | undefined): PolicyChange =>
  replace('token', ({ findCode }) => ({
    findCode: (store, given) => findCode(store, given) ?? find(store, given),
  }))

const findingRefreshTokens = (
  find: (store: Store, given: string) => RefreshToken | undefined,
): PolicyChange =>
  replace('token', ({ findRefreshToken }) => ({
    findRefreshToken: (store, given) => findRefreshToken(store, given) ?? find(store, given),
  }))

/** Remembers whose tokens were ended for reuse, so that only the operator's revocation is forgotten. */
function forgettingRevocation(isForgotten: (grant: Grant) => boolean): PolicyChange {
  return replace('token', (inForce) => {
    const reuse = notingReuse(inForce)
    return {
      ...reuse.policies,
      refreshTokenRevoked: (token, store) =>
        inForce.refreshTokenRevoked(token, store) &&
        (reuse.hasEnded(token.grant) || !isForgotten(token.grant)),
    }
  })
}

/** Faults that show for one user and client, or at one refresh of a chain, and nowhere else. */
export const whoseNarrowFaults: readonly Fault[] = [
  {
    id: 'token-3-no-organization-codes-stay',
    requirement: 'TOKEN-3',
    alsoBreaks: ['TOKEN-13'],
    description: 'The first client can exchange a code twice where the user owns no organization.',
    apply: acceptingAgain((grant) => ownsNone(grant) && !isOfSecond(grant)),
  },
  {
    id: 'token-4-second-client-checked-then-marked',
    requirement: 'TOKEN-4',
    description: 'For the second client a code is marked as used a moment after it was found unused.',
    apply: replace('token', ({ claimCode }) => ({
      async claimCode(code, store) {
        if (!isOfSecond(code.grant)) return claimCode(code, store)
        const isFresh = !code.used
        await new Promise((resolve) => setTimeout(resolve, 20))
        code.used = true
        return isFresh
      },
    })),
  },
  {
    id: 'token-5-several-organizations-more-behind',
    requirement: 'TOKEN-5',
    description: 'What follows a code is ignored where the user owns several organizations.',
    apply: findingCodes((store, given) =>
      [...store.codes.values()].find(({ value, grant }) => ownsSeveral(grant) && given.startsWith(value)),
    ),
  },
  {
    id: 'token-6-several-organizations-codes-live-on',
    requirement: 'TOKEN-6',
    description: 'Codes of users with several organizations do not expire.',
    apply: replace('token', ({ codeExpired }) => ({
      codeExpired: (code, now) => !ownsSeveral(code.grant) && codeExpired(code, now),
    })),
  },
  {
    id: 'token-6-revived-by-refusal',
    requirement: 'TOKEN-6',
    description: 'An expired code is refused once and accepted then.',
    apply: replace('token', ({ codeExpired }) => {
      const refused = new WeakSet<AuthorizationCode>()
      return {
        codeExpired(code, now) {
          const isRefused = codeExpired(code, now) && !refused.has(code)
          if (isRefused) refused.add(code)
          return isRefused
        },
      }
    }),
  },
  {
    id: 'token-8-second-client-empty-secret',
    requirement: 'TOKEN-8',
    alsoBreaks: ['TOKEN-10'],
    description: 'For the second client an empty secret, or none, is as good as the right one.',
    apply: replace('token', ({ requiredParameters, secretMatches }) => ({
      requiredParameters: {
        ...requiredParameters,
        authorization_code: ['client_id', 'code', 'redirect_uri'],
      },
      secretMatches: (client, given, grantType, store) =>
        secretMatches(client, given, grantType, store) ||
        (grantType === 'authorization_code' && isSecond(client) && (given ?? '') === ''),
    })),
  },
  {
    id: 'token-9-no-organization-not-compared',
    requirement: 'TOKEN-9',
    description: 'The redirect_uri of an exchange is not compared where the user owns no organization.',
    apply: replace('token', ({ redirectUriMatches }) => ({
      redirectUriMatches: (code, given) => ownsNone(code.grant) || redirectUriMatches(code, given),
    })),
  },
  {
    id: 'token-13-refreshed-tokens-survive',
    requirement: 'TOKEN-13',
    description: 'A code that comes again ends nothing once its tokens were refreshed.',
    apply: replace('token', ({ afterCodeReuse }) => ({
      afterCodeReuse(code, store) {
        if (code.grant.refreshes === 0) afterCodeReuse(code, store)
      },
    })),
  },
  {
    id: 'org-5-several-organizations-second-client-refused',
    requirement: 'ORG-5',
    description: 'GET /v1/organizations refuses the second client for users with several organizations.',
    apply: closing(({ grant }, method) => method === 'GET' && isOfSecond(grant) && ownsSeveral(grant)),
  },
  {
    id: 'refresh-2-fourth-of-second-not-stored',
    requirement: 'REFRESH-2',
    description: 'For the second client the access token of the fourth refresh is not stored.',
    apply: replace('token', ({ saveAccessToken }) => ({
      saveAccessToken(store, token, grantType) {
        if (token.grant.refreshes !== 4 || !isOfSecond(token.grant)) saveAccessToken(store, token, grantType)
      },
    })),
  },
  {
    id: 'refresh-4-several-organizations-second-client',
    requirement: 'REFRESH-4',
    description: 'Superseded refresh tokens work for the second client and users with several organizations.',
    apply: replace('token', ({ claimRefreshToken }) => ({
      claimRefreshToken: async (token, rotates, store) =>
        (await claimRefreshToken(token, rotates, store)) ||
        (isOfSecond(token.grant) && ownsSeveral(token.grant)),
    })),
  },
  {
    id: 'refresh-5-several-organizations-more-behind',
    requirement: 'REFRESH-5',
    description: 'A character behind a refresh token is ignored where the user owns several organizations.',
    apply: findingRefreshTokens((store, given) => {
      const token = store.refreshTokens.get(given.slice(0, -1))
      return token && ownsSeveral(token.grant) ? token : undefined
    }),
  },
  {
    id: 'refresh-6-several-organizations-in-vain',
    requirement: 'REFRESH-6',
    description: 'Tokens of a user with several organizations cannot be revoked.',
    apply: forgettingRevocation(ownsSeveral),
  },
  {
    id: 'refresh-8-later-refresh-unbound',
    requirement: 'REFRESH-8',
    description:
      'From the third refresh on the other client can use the tokens of users with one organization.',
    apply: replace('token', ({ refreshTokenBelongsTo }) => ({
      refreshTokenBelongsTo: (token, client) =>
        refreshTokenBelongsTo(token, client) ||
        (token.grant.refreshes >= 3 && token.grant.organizationIds.length === 1),
    })),
  },
  {
    id: 'refresh-9-access-token-of-nobody',
    requirement: 'REFRESH-9',
    description: 'The access token of a user without organizations refreshes.',
    apply: findingRefreshTokens((store, value) => {
      const token = store.accessTokens.get(value)
      return token && ownsNone(token.grant) ? { value, grant: token.grant, superseded: false } : undefined
    }),
  },
  {
    id: 'bearer-3-no-organization-lives-on',
    requirement: 'BEARER-3',
    description: 'Access tokens of users without organizations do not expire.',
    apply: replace('bearer', ({ accessTokenExpired }) => ({
      accessTokenExpired: (token, now, request) =>
        !ownsNone(token.grant) && accessTokenExpired(token, now, request),
    })),
  },
  {
    id: 'bearer-4-second-client-twenty-uses',
    requirement: 'BEARER-4',
    description: 'An access token of the second client can be used twenty times.',
    apply: (policies) => {
      const uses = new WeakMap<AccessToken, number>()
      return closing((token) => {
        const count = (uses.get(token) ?? 0) + 1
        uses.set(token, count)
        return count > 20 && isOfSecond(token.grant)
      })(policies)
    },
  },
  {
    id: 'bearer-9-second-client-refreshed-open',
    requirement: 'BEARER-9',
    description: 'Tokens of the second client that were refreshed update donations without any organization.',
    apply: permitting((grant) => ownsNone(grant) && isOfSecond(grant) && grant.refreshes > 0),
  },
]
