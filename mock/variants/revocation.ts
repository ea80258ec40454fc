import { type PolicyChange, replace } from '../policies/replace.ts'
import { withClock } from '../policies/with-clock.ts'
import type { Grant, Store } from '../store.ts'
import type { Variant } from './variant.ts'

/** The tokens that a decision is about. */
type Kind = 'access' | 'refresh'

/** Revokes tokens of a code that came twice so many seconds later, each kind at its time. */
function revokingAfter(seconds: Readonly<Record<Kind, number>>): PolicyChange {
  return withClock((now) => (policies) => {
    const { token, bearer } = policies
    const reusedAt = new WeakMap<Grant, number>()
    const isOver = (kind: Kind, grant: Grant) => {
      const at = reusedAt.get(grant)
      return at !== undefined && now() - at >= seconds[kind] * 1000
    }
    return {
      ...policies,
      token: {
        ...token,
        afterCodeReuse({ grant }) {
          if (!reusedAt.has(grant)) reusedAt.set(grant, now())
        },
        refreshTokenRevoked: (given, store) =>
          isOver('refresh', given.grant) || token.refreshTokenRevoked(given, store),
      },
      bearer: {
        ...bearer,
        accessTokenRevoked: (given, store, request) =>
          isOver('access', given.grant) || bearer.accessTokenRevoked(given, store, request),
      },
    }
  })
}

/** Remembers the grants that a reused refresh token ended, and spares their access tokens. */
const sparingAccessTokens: PolicyChange = (policies) => {
  const endedByReuse = new WeakSet<Grant>()
  const { token, bearer } = policies
  return {
    ...policies,
    token: {
      ...token,
      afterCodeReuse(code, store) {
        endedByReuse.delete(code.grant)
        token.afterCodeReuse(code, store)
      },
      afterRefreshTokenReuse(given, store) {
        if (!given.grant.revoked) endedByReuse.add(given.grant)
        token.afterRefreshTokenReuse(given, store)
      },
    },
    bearer: {
      ...bearer,
      accessTokenRevoked: (given, store, request) =>
        !endedByReuse.has(given.grant) && bearer.accessTokenRevoked(given, store, request),
    },
  }
}

/** Ends a grant a second after a superseded refresh token was used. */
const endingFamilyLater = withClock((now) =>
  replace('token', ({ refreshTokenRevoked }) => {
    const reusedAt = new WeakMap<Grant, number>()
    return {
      afterRefreshTokenReuse: ({ grant }) => void reusedAt.set(grant, reusedAt.get(grant) ?? now()),
      refreshTokenRevoked: (given, store: Store) =>
        refreshTokenRevoked(given, store) || now() - (reusedAt.get(given.grant) ?? now()) >= 1000,
    }
  }),
)

/** The variants of when a reused code or refresh token ends other tokens. */
export const revocationVariants: readonly Variant[] = [
  ...[1, 2, 4].map(
    (seconds): Variant => ({
      id: `code-reuse-revokes-after-${seconds}-seconds`,
      description: `The tokens of a code that came twice end ${seconds} seconds later (revoked by a queue, or cached).`,
      apply: revokingAfter({ access: seconds, refresh: seconds }),
    }),
  ),
  {
    id: 'code-reuse-revokes-refresh-token-later',
    description:
      'A code that came twice ends its access token at once, its refresh token three seconds later.',
    apply: revokingAfter({ access: 0, refresh: 3 }),
  },
  {
    id: 'code-reuse-revokes-access-token-later',
    description:
      'A code that came twice ends its refresh token at once, its access token three seconds later.',
    apply: revokingAfter({ access: 3, refresh: 0 }),
  },
  {
    id: 'reuse-spares-access-tokens',
    description:
      'A reused refresh token ends its family, whose access tokens (JWTs of Auth0) live to their end.',
    apply: sparingAccessTokens,
  },
  {
    id: 'reuse-ends-family-later',
    description: 'A superseded refresh token that comes again ends its family a second later.',
    apply: endingFamilyLater,
  },
]
