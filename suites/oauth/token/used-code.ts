import { setTimeout as sleep } from 'node:timers/promises'
import type { Tokens } from '../../../client/oauth/tokens.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, expect } from '../../../harness/authoring/index.ts'
import { basicAuthorization } from '../../support/credentials.ts'
import { CACHE_EXPIRY_MS } from '../flows/reused-code.ts'

/** A code that was exchanged, and what it gave. */
interface Used {
  readonly context: Context
  readonly code: string
  readonly tokens: Tokens
}

/** A code that was exchanged meanwhile, if any. */
type Later = string | undefined

/** What may happen between the first exchange of a code and the one that must fail. */
export const BETWEEN: Readonly<Record<string, (used: Used) => Promise<Later>>> = {
  // The first: it takes the longest, and first rows get their donations first.
  'another code exchanged, calls, an update and a while': async ({ context, tokens }) => {
    const { target, oauth, api, signal } = context
    // By now the browser is logged in: some services give such a code in another way.
    const later = await oauth.obtainCode()
    await oauth.redeem(later)
    const authorization = `Bearer ${tokens.accessToken}`
    await api.organizations({ authorization })
    const update = async () => {
      if (target.nonPledgedDonationIds.length + target.pledgedDonationIds.length === 0) return
      await api.update('PATCH', await context.donation(), {}, { authorization })
      // Others need not wait until this code has been tried.
      context.giveBack()
    }
    await Promise.all([update(), sleep(CACHE_EXPIRY_MS, undefined, { signal })])
    return later
  },
  'two refused exchanges, and one by HTTP Basic': async ({ context: { oauth }, code }) => {
    for (const _ of [2, 3]) expect(await oauth.exchangeCode(code)).toBeOAuthError('invalid_grant')
    // Another way in may forget what was used. Not everybody takes it.
    const { client_id, client_secret, ...parameters } = oauth.exchangeParameters(code)
    const byHeader = { authorization: basicAuthorization(oauth.client) }
    expect(await oauth.token(parameters, byHeader)).toGiveNoToken()
    return undefined
  },
  'two refreshes': async ({ context: { oauth }, tokens }) => {
    const { refreshToken } = await oauth.renew(refreshTokenOf(tokens))
    await oauth.renew(refreshToken)
    return undefined
  },
}

/** @throws NotApplicableError where there is none. */
function refreshTokenOf({ refreshToken }: Tokens): string {
  if (refreshToken) return refreshToken
  throw new NotApplicableError('no refresh token was given')
}
