import { setTimeout as sleep } from 'node:timers/promises'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { isMainRow } from '../../axes/askers.ts'
import { replaceAt } from '../../support/alter.ts'
import { UNKNOWN_CLIENT_ID, UNKNOWN_REFRESH_TOKEN } from '../../support/unknown.ts'
import { reusedCode } from '../flows/reused-code.ts'
import { seenBy } from '../flows/seen-by.ts'
import { codeInWrongExchanges } from '../flows/tried-codes.ts'
import { WHOSE } from '../flows/whose.ts'
import { secondAsker } from './living.ts'
import { BETWEEN } from './used-code.ts'

/** What is remembered for three seconds is forgotten by then; codes that live for few seconds are not over yet. */
const LONGER_CACHE_EXPIRY_MS = 2_500

/** Exchanges that must fail, by what is wrong with them: none may make the code good for a second one that succeeds. */
const WRONG_ATTEMPTS: Readonly<Record<string, (code: string) => FormParameters>> = {
  'a wrong client_secret': () => ({ client_secret: 'wrong' }),
  'an unknown client_id': () => ({ client_id: UNKNOWN_CLIENT_ID }),
  'a wrong redirect_uri': () => ({ redirect_uri: 'https://elsewhere.example/callback' }),
  'no redirect_uri': () => ({ redirect_uri: undefined }),
  'no client_secret': () => ({ client_secret: undefined }),
  'no client_id': () => ({ client_id: undefined }),
  'no client authentication': () => ({ client_id: undefined, client_secret: undefined }),
  'an altered code': (code) => ({ code: replaceAt(code, 0) }),
  'an unknown grant_type': () => ({ grant_type: 'made_up' }),
  'no grant_type': () => ({ grant_type: undefined }),
  'the code as a refresh token': (code) => ({ grant_type: 'refresh_token', refresh_token: code }),
  'an unknown refresh token': () => ({ grant_type: 'refresh_token', refresh_token: UNKNOWN_REFRESH_TOKEN }),
}

/** One exchange that succeeds and others with the same code that must not, with various things before or in between. */
export const token3 = requirement(
  'TOKEN-3',
  { isolated: true },
  cases(BETWEEN, async (context, between) => {
    const { oauth, target } = context
    const began = performance.now()
    const code = await oauth.obtainCode()
    const tokens = await oauth.redeem(code)
    const later = await between({ context, code, tokens })
    expect(await oauth.exchangeCode(code)).toBeOAuthError('invalid_grant')
    if (later === undefined) return
    // A code that lives for seconds may be forgotten for its last ones only: not before, and nothing is left of it at the end.
    await sleep(LONGER_CACHE_EXPIRY_MS, undefined, { signal: context.signal })
    expect(await oauth.exchangeCode(later)).toBeOAuthError('invalid_grant')
    // What is remembered for a while only, or of so many codes only, is forgotten when all others have logged in.
    await context.alone()
    // What has expired by then is refused for that.
    if (performance.now() - began > (target.codeLifetimeSeconds ?? Number.POSITIVE_INFINITY) * 1_000) return
    expect(await oauth.exchangeCode(code)).toBeOAuthError('invalid_grant')
  }),
  covering(
    'wrong attempts before',
    WHOSE,
    async (context, whose) => {
      const { again } = await codeInWrongExchanges(context, whose)
      // A service may use a code up with any attempt.
      if (!again) throw new NotApplicableError('the wrong attempts used the code up')
      expect(seenBy(context, again)).toBeOAuthError('invalid_grant')
    },
    { except: ({ user }) => user === 'one organization' },
  ),
  test('many wrong attempts in between', async ({ oauth }) => {
    const code = await oauth.obtainCode()
    await oauth.redeem(code)
    for (const wrong of Object.values(WRONG_ATTEMPTS)) await oauth.exchangeCode(code, wrong(code))
    expect(await oauth.exchangeCode(code)).toBeOAuthError('invalid_grant')
  }),
  test("another client's attempt in between", async (context) => {
    const { oauth } = context
    const other = secondAsker(context)
    const code = await oauth.obtainCode()
    await oauth.redeem(code)
    await other.exchangeCode(code)
    expect(await oauth.exchangeCode(code)).toBeOAuthError('invalid_grant')
    expect(await other.exchangeCode(code)).toBeRefusedTokens()
  }),
  covering(
    'who asks',
    WHOSE,
    async (context, whose) => {
      const { again } = await reusedCode(context, whose)
      for (const exchange of again) expect(seenBy(context, exchange)).toBeOAuthError('invalid_grant')
    },
    { except: isMainRow },
  ),
)
