import { setTimeout as sleep } from 'node:timers/promises'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'

/** Some services keep a little more than the lifetime they name. */
const EXPIRY_MARGIN_MS = 1_500

export const token6 = requirement(
  'TOKEN-6',
  cases<FormParameters | undefined>(
    { untouched: undefined, 'after a failed attempt': { client_secret: 'wrong' } },
    async ({ oauth, target, inspectorIfAny, signal }, attempt) => {
      const { codeLifetimeSeconds } = target
      if (!inspectorIfAny && codeLifetimeSeconds === undefined) {
        throw new InconclusiveError('how long a code lives is not known', ['SANDBOX_CODE_LIFETIME_SECONDS'])
      }
      const code = await oauth.obtainCode()
      if (attempt) await oauth.exchange(code, attempt)
      if (inspectorIfAny) await inspectorIfAny.expireCode(code)
      else await sleep((codeLifetimeSeconds ?? 0) * 1000 + EXPIRY_MARGIN_MS, undefined, { signal })
      expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
    },
  ),
)
