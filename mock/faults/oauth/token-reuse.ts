import { setTimeout as sleep } from 'node:timers/promises'
import { decodeForm } from '../../http.ts'
import { combine, type PolicyChange, replace } from '../../policies/replace.ts'
import type { TokenPolicies } from '../../policies/token.ts'
import type { AuthorizationCode, Interaction, Store } from '../../store.ts'
import type { Fault } from '../fault.ts'
import { dropAccessTokens, dropRefreshTokens, dropTokens } from './grants.ts'
import { mistaking } from './token-answers.ts'

/** Milliseconds: long enough for other requests to arrive meanwhile. */
const RACE_MS = 150

/** Between the look whether a code was used and the mark that it was, so many milliseconds pass. */
export function checkedThenMarked(ms: number): PolicyChange {
  return replace('token', () => ({
    async claimCode(code) {
      const fresh = !code.used
      await sleep(ms)
      code.used = true
      return fresh
    },
  }))
}

/** Decides whether a code may be exchanged, and marks it as used. */
type Claim = (code: AuthorizationCode, store: Store) => boolean

/** Builds a `claimCode` policy that lets a code be exchanged again, which revokes its earlier tokens. */
function redeemableAgain(claim: Claim): TokenPolicies['claimCode'] {
  const redeemed = new WeakSet<AuthorizationCode>()
  return (code, store) => {
    const granted = claim(code, store)
    if (granted && redeemed.has(code)) dropTokens(store, code.grant)
    if (granted) redeemed.add(code)
    return granted
  }
}

/** Marks a used code as unused again when a later attempt with it fails. */
const freedByFailure: PolicyChange = (policies) => {
  const codes = new Map<string, AuthorizationCode>()
  const { saveCode } = policies.authorization
  const { claimCode } = policies.token
  const { token: refuse } = policies.rejections
  return {
    ...policies,
    authorization: {
      ...policies.authorization,
      saveCode(store, code) {
        codes.set(code.value, code)
        saveCode(store, code)
      },
    },
    token: {
      ...policies.token,
      claimCode: redeemableAgain((code, store) => claimCode(code, store) === true),
    },
    rejections: {
      ...policies.rejections,
      token(problem, request) {
        const form = decodeForm(new TextDecoder().decode(request.body)) ?? []
        const code = codes.get(form.find(([name]) => name === 'code')?.[1] ?? '')
        if (code !== undefined && problem.reason !== 'used-code') code.used = false
        return refuse(problem, request)
      },
    },
  }
}

/** Codes are never marked as used where the browser was logged in when the request came. */
const reusableInSession: PolicyChange = (policies) => {
  const seen = new WeakSet<Interaction>()
  const inSession = new WeakSet<Interaction>()
  const ofSession = new WeakSet<AuthorizationCode>()
  let isInSession = false
  return combine(
    replace('pages', ({ nextPage }) => ({
      nextPage(view) {
        const { interaction } = view
        if (!seen.has(interaction) && interaction.session.user) inSession.add(interaction)
        seen.add(interaction)
        // Where no page is left, the code is made at once.
        isInSession = inSession.has(interaction)
        return nextPage(view)
      },
    })),
    replace('authorization', ({ saveCode }) => ({
      saveCode(store, code) {
        if (isInSession) ofSession.add(code)
        saveCode(store, code)
      },
    })),
    replace('token', ({ claimCode }) => ({
      claimCode: redeemableAgain((code, store) => ofSession.has(code) || claimCode(code, store) === true),
    })),
  )(policies)
}

/** Forgets that a code was used after so many seconds, in which it does not end. */
const rememberedFor = (seconds: number, codeLifetimeSeconds: number) =>
  combine(
    replace('authorization', () => ({ codeLifetimeSeconds })),
    replace('token', () => {
      const usedAt = new WeakMap<AuthorizationCode, number>()
      return {
        claimCode: redeemableAgain((code) => {
          const fresh = Date.now() - (usedAt.get(code) ?? 0) > seconds * 1_000
          if (fresh) usedAt.set(code, Date.now())
          return fresh
        }),
      }
    }),
  )

/** The faults that break TOKEN-3, TOKEN-4 and TOKEN-13. */
export const tokenReuseFaults: readonly Fault[] = [
  {
    id: 'token-3-code-never-used-up',
    requirement: 'TOKEN-3',
    alsoBreaks: ['TOKEN-4'],
    description: 'A code is never marked as used: each exchange gives tokens.',
    apply: replace('token', () => ({ claimCode: redeemableAgain(() => true) })),
  },
  {
    id: 'token-3-third-exchange',
    requirement: 'TOKEN-3',
    alsoBreaks: ['TOKEN-4'],
    description: 'The used mark is toggled rather than set: the second exchange fails, the third succeeds.',
    apply: replace('token', () => ({
      claimCode: redeemableAgain((code) => {
        code.used = !code.used
        return code.used
      }),
    })),
  },
  {
    id: 'token-3-after-refresh',
    requirement: 'TOKEN-3',
    description: 'A refresh saves the grant and with it clears the used mark of the code.',
    apply: replace('token', () => {
      const refreshesWhenUsed = new WeakMap<AuthorizationCode, number>()
      return {
        claimCode: redeemableAgain((code) => {
          const { refreshes } = code.grant
          const fresh = !code.used || refreshes > (refreshesWhenUsed.get(code) ?? 0)
          code.used = true
          refreshesWhenUsed.set(code, refreshes)
          return fresh
        }),
      }
    }),
  },
  {
    id: 'token-3-after-failed-attempt',
    requirement: 'TOKEN-3',
    description: 'An attempt that fails, by a wrong secret say, rolls back that the code was used.',
    apply: freedByFailure,
  },
  {
    id: 'token-3-only-last-code-remembered',
    requirement: 'TOKEN-3',
    alsoBreaks: ['TOKEN-4'],
    description: 'Of each user only the last redeemed code is remembered: an earlier one gives tokens again.',
    apply: replace('token', () => {
      const lastOf = new Map<string, AuthorizationCode>()
      return {
        claimCode: redeemableAgain((code) => {
          const { username } = code.grant.user
          const fresh = lastOf.get(username) !== code
          lastOf.set(username, code)
          code.used = true
          return fresh
        }),
      }
    }),
  },
  {
    id: 'token-3-forgotten-after-two-seconds',
    requirement: 'TOKEN-3',
    description: 'That a code was used is kept in a cache, for a shorter time than the code lives.',
    apply: rememberedFor(2, 600),
  },
  {
    id: 'token-3-forgotten-before-its-end',
    requirement: 'TOKEN-3',
    description: 'Codes live for eight seconds, and for the last five nobody remembers that one was used.',
    apply: rememberedFor(3, 8),
  },
  {
    id: 'token-3-again-in-a-session',
    requirement: 'TOKEN-3',
    alsoBreaks: ['TOKEN-4'],
    description: 'A code that was given without asking for the password is not marked as used.',
    apply: reusableInSession,
  },
  {
    id: 'token-3-used-is-invalid-request',
    requirement: 'TOKEN-3',
    description: 'A used code is refused with invalid_request.',
    apply: mistaking('used-code', 'invalid_request'),
  },
  {
    id: 'token-4-checked-then-marked',
    requirement: 'TOKEN-4',
    description: 'Between looking whether a code was used and marking it there is time for other requests.',
    apply: checkedThenMarked(RACE_MS),
  },
  {
    id: 'token-4-third-in-line',
    requirement: 'TOKEN-4',
    description: 'Of several exchanges at the same moment the third no longer waits for the lock.',
    apply: replace('token', () => {
      const waiting = new WeakMap<AuthorizationCode, number>()
      return {
        async claimCode(code) {
          const used = code.used
          const place = (waiting.get(code) ?? 0) + 1
          waiting.set(code, place)
          await sleep(RACE_MS)
          code.used = true
          return !used && (place === 1 || place === 3)
        },
      }
    }),
  },
  {
    id: 'token-13-nothing-revoked',
    requirement: 'TOKEN-13',
    description: 'A replayed code is refused, and whoever redeemed it first keeps the tokens.',
    apply: replace('token', () => ({ afterCodeReuse: () => undefined })),
  },
  {
    id: 'token-13-access-token-survives',
    requirement: 'TOKEN-13',
    description: 'A replayed code revokes the refresh token and leaves the access token.',
    apply: replace('token', () => ({
      afterCodeReuse: ({ grant }, store) => dropRefreshTokens(store, grant),
    })),
  },
  {
    id: 'token-13-refresh-token-survives',
    requirement: 'TOKEN-13',
    description: 'A replayed code revokes the access token and leaves the refresh token.',
    apply: replace('token', () => ({
      afterCodeReuse: ({ grant }, store) => dropAccessTokens(store, grant),
    })),
  },
]
