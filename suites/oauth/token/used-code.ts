import { setTimeout as sleep } from 'node:timers/promises'
import type { Tokens } from '../../../client/oauth/tokens.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, expect } from '../../../harness/authoring/index.ts'
import { secondAsker } from './living.ts'

/** A second and a little more: a service that remembers used codes only that long has forgotten them by then. */
const CACHE_EXPIRY_MS = 1_200

/** A code that was exchanged, and what it gave. */
interface Used {
  readonly context: Context
  readonly code: string
  readonly tokens: Tokens
}

/** What may happen between the first exchange of a code and the one that must fail. */
export const BETWEEN: Readonly<Record<string, (used: Used) => Promise<unknown>>> = {
  'two refused exchanges': async ({ context: { oauth }, code }) => {
    for (const _ of [2, 3]) expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  },
  'two refreshes': async ({ context: { oauth }, tokens }) => {
    const { refreshToken } = await oauth.renew(refreshTokenOf(tokens))
    await oauth.renew(refreshToken)
  },
  'another code exchanged, calls, an update, logins of others and a while': async ({ context, tokens }) => {
    const { target, oauth, api, signal } = context
    await oauth.signIn()
    const authorization = `Bearer ${tokens.accessToken}`
    await api.organizations({ authorization })
    if (target.nonPledgedDonationIds.length + target.pledgedDonationIds.length > 0)
      await api.update('PATCH', await context.donation(), {}, { authorization })
    if (target.otherClient) await secondAsker(context).signIn()
    if (target.multiOrgUser) await context.multiOrgOAuth.signIn()
    await sleep(CACHE_EXPIRY_MS, undefined, { signal })
  },
}

/** @throws NotApplicableError where there is none. */
function refreshTokenOf({ refreshToken }: Tokens): string {
  if (refreshToken) return refreshToken
  throw new NotApplicableError('no refresh token was given')
}
