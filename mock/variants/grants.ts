import { combine, type PolicyChange, replace } from '../policies/replace.ts'
import type { TokenPolicies } from '../policies/token.ts'
import type { Grant, Interaction, LoginSession, Store } from '../store.ts'
import type { Variant } from './variant.ts'

/** The grants of one user and client that are alive, the oldest first; each store has its own. */
const living = new WeakMap<Store, Grant[]>()

function grantsLike(store: Store, { user, client }: Grant): Grant[] {
  return (living.get(store) ?? []).filter((one) => !one.revoked && one.user === user && one.client === client)
}

function revokeAllOf(store: Store, grant: Grant): void {
  for (const one of grantsLike(store, grant)) one.revoked = true
}

/** Keeps so many grants of one user and client alive: each further login ends the oldest. */
function keeping(most: number): PolicyChange {
  return replace('token', ({ saveAccessToken }) => ({
    saveAccessToken(store, token, grantType) {
      saveAccessToken(store, token, grantType)
      if (grantType !== 'authorization_code') return
      living.set(store, [...(living.get(store) ?? []), token.grant])
      const alive = grantsLike(store, token.grant)
      for (const old of alive.slice(0, Math.max(0, alive.length - most))) old.revoked = true
    },
  }))
}

/** Remembers all grants, so that another decision can end them. */
const remembering = keeping(Number.MAX_SAFE_INTEGER)

function ending(change: (policies: TokenPolicies) => Partial<TokenPolicies>): PolicyChange {
  return (policies) => replace('token', change)(remembering(policies))
}

/** Ends all that a user and client were granted once the user has approved again, whether or not the new code is used. */
const endingByAuthorization = replace('authorization', ({ saveCode }) => ({
  saveCode(store, code) {
    for (const { grant } of store.codes.values())
      if (grant.user === code.grant.user && grant.client === code.grant.client) grant.revoked = true
    saveCode(store, code)
  },
}))

/** Ends what a user and client were granted, where a page comes next of which this says so. */
function endingAtPage(isEnd: (interaction: Interaction) => boolean): PolicyChange {
  return (policies) => {
    const granted: Grant[] = []
    return combine(
      replace('token', ({ saveAccessToken }) => ({
        saveAccessToken(store, token, grantType) {
          saveAccessToken(store, token, grantType)
          granted.push(token.grant)
        },
      })),
      replace('pages', ({ nextPage }) => ({
        nextPage(view) {
          const { client, session } = view.interaction
          for (const grant of isEnd(view.interaction) ? granted : [])
            if (grant.client === client && grant.user === session.user) grant.revoked = true
          return nextPage(view)
        },
      })),
    )(policies)
  }
}

/** Whether this is the first page for whoever has logged in: asked of each page once. */
function afterLogin(): (interaction: Interaction) => boolean {
  const known = new WeakSet<LoginSession>()
  return ({ session }) => {
    if (session.user === undefined || known.has(session)) return false
    known.add(session)
    return true
  }
}

/** Notes of which session each grant came; `change` gets all that were noted so far. */
function notingSessions(change: (sessions: ReadonlyMap<Grant, LoginSession>) => PolicyChange): PolicyChange {
  return (policies) => {
    const sessions = new Map<Grant, LoginSession>()
    let current: LoginSession | undefined
    return combine(
      replace('pages', ({ nextPage }) => ({
        nextPage(view) {
          current = view.interaction.session
          return nextPage(view)
        },
      })),
      replace('authorization', ({ newCode }) => ({
        newCode(store, grant) {
          if (current) sessions.set(grant, current)
          return newCode(store, grant)
        },
      })),
      change(sessions),
    )(policies)
  }
}

/** Ends what a client was granted out of a session once it exchanges another code out of it. */
const endingByApprovalInSession = notingSessions((sessions) => {
  const exchanged = new Set<Grant>()
  return replace('token', ({ saveAccessToken }) => ({
    saveAccessToken(store, token, grantType) {
      saveAccessToken(store, token, grantType)
      if (grantType !== 'authorization_code') return
      const { grant } = token
      for (const one of exchanged)
        if (one.client === grant.client && sessions.get(one) === sessions.get(grant)) one.revoked = true
      exchanged.add(grant)
    },
  }))
})

/** Ends all that came out of a session, open codes too, once something out of it is used a second time. */
const endingBySession = notingSessions((sessions) => {
  const endAllBeside = (grant: Grant) => {
    const session = sessions.get(grant)
    for (const [one, its] of sessions) if (its === session) one.revoked = true
  }
  return replace('token', ({ codeExpired, afterCodeReuse, afterRefreshTokenReuse }) => ({
    codeExpired: (code, now) => (code.grant.revoked && !code.used) || codeExpired(code, now),
    afterCodeReuse(code, store) {
      afterCodeReuse(code, store)
      endAllBeside(code.grant)
    },
    afterRefreshTokenReuse(token, store) {
      afterRefreshTokenReuse(token, store)
      endAllBeside(token.grant)
    },
  }))
})

/** Gives a user and client the same access token again in exchange for codes, until one of these is used twice. */
const sharingUntilCodeReuse: PolicyChange = replace('token', ({ newToken, afterCodeReuse }) => {
  const given = new Map<string, string>()
  const exchanged = new WeakSet<Grant>()
  const keyOf = ({ client, user }: Grant) => `${client.id} ${user.username}`
  return {
    newToken(kind, grant) {
      const isRefresh = exchanged.has(grant)
      if (kind === 'refresh' || isRefresh) return newToken(kind, grant)
      exchanged.add(grant)
      const value = given.get(keyOf(grant)) ?? newToken(kind, grant)
      given.set(keyOf(grant), value)
      return value
    },
    afterCodeReuse(code, store) {
      afterCodeReuse(code, store)
      store.accessTokens.delete(given.get(keyOf(code.grant)) ?? '')
      given.delete(keyOf(code.grant))
    },
  }
})

/** The variants of how the grants of one user and client live together, of which the contract says nothing. */
export const grantVariants: readonly Variant[] = [
  {
    id: 'grants-one',
    description: 'A user has one grant for each client: a new login ends the tokens of the one before.',
    apply: keeping(1),
  },
  ...[2, 3, 5, 10].map(
    (most): Variant => ({
      id: `grants-last-${most}`,
      description: `The last ${most} grants of a user and client live: each further login ends the oldest.`,
      apply: keeping(most),
    }),
  ),
  {
    id: 'grants-ended-by-login',
    description:
      'A login in another browser ends the tokens of a user and client; an approval in one, nothing.',
    apply: (policies) => endingAtPage(afterLogin())(policies),
  },
  {
    id: 'grants-ended-by-authorization',
    description: 'A new authorization ends the tokens of a user and client, before its code is exchanged.',
    apply: endingByAuthorization,
  },
  {
    id: 'grants-ended-by-authorization-with-codes',
    description: 'A new authorization ends the tokens of a user and client, and the codes that are open.',
    apply: combine(
      endingByAuthorization,
      replace('token', ({ codeExpired }) => ({
        codeExpired: (code, now) => code.grant.revoked || codeExpired(code, now),
      })),
    ),
  },
  {
    id: 'grants-ended-by-decline',
    description: 'A user who declines an authorization withdraws what the client was granted before.',
    apply: endingAtPage(({ decision }) => decision === 'decline'),
  },
  {
    id: 'grants-ended-by-code-reuse',
    description: 'A code that is used twice ends all grants of its user and client.',
    apply: ending(({ afterCodeReuse }) => ({
      afterCodeReuse(code, store) {
        afterCodeReuse(code, store)
        revokeAllOf(store, code.grant)
      },
    })),
  },
  {
    id: 'grants-ended-by-refresh-token-reuse',
    description: 'A superseded refresh token that is used again ends all grants of its user and client.',
    apply: ending(({ afterRefreshTokenReuse }) => ({
      afterRefreshTokenReuse(token, store) {
        afterRefreshTokenReuse(token, store)
        revokeAllOf(store, token.grant)
      },
    })),
  },
  {
    id: 'grants-of-a-session-end-by-reuse',
    description:
      'A code or refresh token that is used again ends all that came out of its session, open codes too (oidc-provider).',
    apply: endingBySession,
  },
  {
    id: 'grants-end-by-approval-in-session',
    description: 'A new approval in a session ends what the client was granted out of the same session.',
    apply: endingByApprovalInSession,
  },
  {
    id: 'grants-refresh-ends-access-token',
    description: 'A refresh ends the access tokens that its grant had before.',
    apply: replace('token', ({ saveAccessToken }) => ({
      saveAccessToken(store, token, grantType) {
        if (grantType === 'refresh_token')
          for (const [value, { grant }] of store.accessTokens)
            if (grant === token.grant) store.accessTokens.delete(value)
        saveAccessToken(store, token, grantType)
      },
    })),
  },
  {
    id: 'grants-share-access-token',
    description: 'A user and client who have a living access token are given the same one again.',
    apply: replace('token', ({ newToken }) => {
      const given = new Map<string, string>()
      return {
        newToken(kind, grant) {
          if (kind === 'refresh') return newToken(kind, grant)
          const key = `${grant.client.id} ${grant.user.username}`
          const value = given.get(key) ?? newToken(kind, grant)
          given.set(key, value)
          return value
        },
      }
    }),
  },
  {
    id: 'grants-share-access-token-of-codes',
    description:
      'Codes of a user and client are exchanged for the same access token, until one of these codes is used twice.',
    apply: sharingUntilCodeReuse,
  },
]
