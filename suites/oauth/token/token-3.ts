import { setTimeout as sleep } from 'node:timers/promises'
import { givesToken } from '../../../client/http/answer.ts'
import type { FormParameters, OAuth } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { UNKNOWN_CLIENT_ID } from '../../support/unknown.ts'

/** A second and a little more: a service that remembers used codes only that long has forgotten them by then. */
const CACHE_EXPIRY_MS = 1_200

/** What may happen between the first exchange of a code and the one that must fail. */
const BETWEEN: Readonly<Record<string, (oauth: OAuth, code: string) => Promise<unknown>>> = {
  'twice in a row': async () => {},
  'three times': async (oauth, code) => expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant'),
  'after another code was exchanged': (oauth) => oauth.signIn(),
  'a while later': () => sleep(CACHE_EXPIRY_MS),
}

/** Exchanges that must fail: none of them may make the code good for a second exchange that succeeds. */
const WRONG_ATTEMPTS: Readonly<Record<string, FormParameters>> = {
  'a wrong client_secret': { client_secret: 'wrong' },
  'an unknown client_id': { client_id: UNKNOWN_CLIENT_ID },
  'a wrong redirect_uri': { redirect_uri: 'https://elsewhere.example/callback' },
  'no redirect_uri': { redirect_uri: undefined },
}

/** One exchange that succeeds and one with the same code that must not, with various things before or in between. */
export const token3 = requirement(
  'TOKEN-3',
  { isolated: true },
  cases(BETWEEN, async ({ oauth }, between) => {
    const code = await oauth.obtainCode()
    await oauth.redeem(code)
    await between(oauth, code)
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  }),
  test('after the tokens were refreshed', async ({ oauth }) => {
    const code = await oauth.obtainCode()
    const { refreshToken } = await oauth.redeem(code)
    if (refreshToken) await oauth.renew(refreshToken)
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  }),
  cases('a wrong attempt before', WRONG_ATTEMPTS, async ({ oauth }, wrong) => {
    const code = await oauth.obtainCode()
    const attempt = await oauth.exchange(code, wrong)
    if (givesToken(attempt))
      throw new NotApplicableError('the wrong attempt gave tokens (see TOKEN-8 to TOKEN-10)')
    const first = await oauth.exchange(code)
    // A service may use a code up with any attempt.
    if (!givesToken(first)) throw new NotApplicableError('the wrong attempt used the code up')
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  }),
  cases('a wrong attempt in between', WRONG_ATTEMPTS, async ({ oauth }, wrong) => {
    const code = await oauth.obtainCode()
    await oauth.redeem(code)
    await oauth.exchange(code, wrong)
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  }),
)
