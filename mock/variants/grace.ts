import { type PolicyChange, replace } from '../policies/replace.ts'
import { withClock } from '../policies/with-clock.ts'
import type { Grant, RefreshToken } from '../store.ts'
import type { Variant } from './variant.ts'

/** What became of a superseded refresh token: when it was superseded, and its uses since. */
interface Superseding {
  at: number
  uses: number
}

/** Lets a superseded refresh token work on while `isGranted` says so. */
function grace(isGranted: (past: Superseding, now: number) => boolean): PolicyChange {
  return withClock((now) =>
    replace('token', ({ claimRefreshToken }) => {
      const superseded = new WeakMap<RefreshToken, Superseding>()
      return {
        async claimRefreshToken(token, rotates, store) {
          const past = superseded.get(token)
          if (past === undefined) {
            if (rotates) superseded.set(token, { at: now(), uses: 0 })
            return claimRefreshToken(token, rotates, store)
          }
          past.uses += 1
          return isGranted(past, now()) || claimRefreshToken(token, rotates, store)
        },
      }
    }),
  )
}

function graceOf(seconds: number): PolicyChange {
  return grace(({ at }, now) => now - at <= seconds * 1000)
}

/** Supersedes a refresh token when a token that replaced it is first used. */
function untilUseOf(kind: 'access' | 'refresh'): PolicyChange {
  return (policies) => {
    const lastPresented = new WeakMap<Grant, RefreshToken>()
    const replacedBy = new Map<string, RefreshToken>()
    const supersede = (value: string) => {
      const old = replacedBy.get(value)
      if (old !== undefined) old.superseded = true
    }
    const { token, bearer } = policies
    return {
      ...policies,
      token: {
        ...token,
        claimRefreshToken(presented, rotates) {
          if (kind === 'refresh' && !presented.superseded) supersede(presented.value)
          if (rotates) lastPresented.set(presented.grant, presented)
          return !presented.superseded
        },
        newToken(newKind, grant) {
          const value = token.newToken(newKind, grant)
          const old = lastPresented.get(grant)
          if (newKind === kind && old !== undefined) replacedBy.set(value, old)
          return value
        },
      },
      bearer: {
        ...bearer,
        findAccessToken(store, value, request) {
          if (kind === 'access') supersede(value)
          return bearer.findAccessToken(store, value, request)
        },
      },
    }
  }
}

/** Answers a refresh token that was superseded within so many seconds with the same tokens again. */
function sameAnswerFor(seconds: number): PolicyChange {
  return (policies) => {
    const lastPresented = new WeakMap<Grant, RefreshToken>()
    const given = new WeakMap<RefreshToken, Map<string, string>>()
    const graceful = graceOf(seconds)(policies)
    const { token } = graceful
    return {
      ...graceful,
      token: {
        ...token,
        async claimRefreshToken(presented, rotates, store) {
          const claimed = await token.claimRefreshToken(presented, rotates, store)
          if (claimed && rotates) lastPresented.set(presented.grant, presented)
          return claimed
        },
        newToken(kind, grant) {
          const presented = lastPresented.get(grant)
          if (presented === undefined) return token.newToken(kind, grant)
          const tokens = given.get(presented) ?? new Map<string, string>()
          given.set(presented, tokens)
          const value = tokens.get(kind) ?? token.newToken(kind, grant)
          tokens.set(kind, value)
          return value
        },
        saveAccessToken(store, saved, grantType) {
          // As old as when it was first given; another grant's may be dead.
          if (store.accessTokens.get(saved.value)?.grant !== saved.grant)
            token.saveAccessToken(store, saved, grantType)
        },
        saveRefreshToken(store, saved, grantType) {
          if (!store.refreshTokens.has(saved.value)) token.saveRefreshToken(store, saved, grantType)
        },
      },
    }
  }
}

/** Rotates a grant's refresh token only where it is older than so many seconds. */
const rotatingAfter = (seconds: number): PolicyChange =>
  withClock((now) =>
    replace('token', ({ saveRefreshToken }) => {
      const givenAt = new WeakMap<Grant, number>()
      return {
        rotates: (grant) => now() - (givenAt.get(grant) ?? 0) > seconds * 1000,
        saveRefreshToken(store, token, grantType) {
          givenAt.set(token.grant, now())
          saveRefreshToken(store, token, grantType)
        },
      }
    }),
  )

/** The variants of how long a superseded refresh token works on, against lost answers. */
export const graceVariants: readonly Variant[] = [
  ...[2, 10, 30].map(
    (seconds): Variant => ({
      id: `grace-${seconds}-seconds`,
      description: `A superseded refresh token works for ${seconds} seconds more (reuse interval of Auth0, Okta and Hydra).`,
      apply: graceOf(seconds),
    }),
  ),
  {
    id: 'grace-slides',
    description: 'A superseded refresh token works until it was not used for ten seconds.',
    apply: grace((past, now) => {
      const isGranted = now - past.at <= 10_000
      if (isGranted) past.at = now
      return isGranted
    }),
  },
  {
    id: 'grace-for-one-use',
    description: 'A superseded refresh token works once more within 30 seconds (reuse count of Hydra).',
    apply: grace(({ at, uses }, now) => uses <= 1 && now - at <= 30_000),
  },
  {
    id: 'grace-until-access-token-used',
    description:
      'A refresh token works until the access token that came with its successor is used (Doorkeeper).',
    apply: untilUseOf('access'),
  },
  {
    id: 'grace-until-refresh-token-used',
    description: 'A refresh token works until its successor is used.',
    apply: untilUseOf('refresh'),
  },
  ...[5, 30].map(
    (seconds): Variant => ({
      id: `grace-same-answer-${seconds}-seconds`,
      description: `A refresh repeated within ${seconds} seconds gives the same tokens again (Django OAuth Toolkit).`,
      apply: sameAnswerFor(seconds),
    }),
  ),
  {
    id: 'rotates-when-half-old',
    description: 'A refresh token is replaced only where it is older than half an hour.',
    apply: rotatingAfter(1800),
  },
  {
    id: 'rotates-after-a-second',
    description: 'A refresh token is replaced only where it is older than a second.',
    apply: rotatingAfter(1),
  },
]
