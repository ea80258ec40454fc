import { setTimeout as sleep } from 'node:timers/promises'
import { givesToken } from '../../../client/http/answer.ts'
import type { FormParameters, OAuth } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, expect, requirement, test } from '../../../harness/authoring/index.ts'

const A_WHILE_MS = 1_200

/** Attempts that must fail, and must not make a code good for more than one that succeeds. */
const WRONG_ATTEMPTS: Readonly<Record<string, FormParameters>> = {
  'a wrong client_secret': { client_secret: 'wrong' },
  'an unknown client_id': { client_id: 'an-unknown-client' },
  'a wrong redirect_uri': { redirect_uri: 'https://elsewhere.example/callback' },
  'no redirect_uri': { redirect_uri: undefined },
}

export const token3 = requirement(
  'TOKEN-3',
  { isolated: true },
  cases<(oauth: OAuth, code: string) => Promise<void>>(
    {
      'twice in a row': async () => {},
      'three times': async (oauth, code) => {
        expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
      },
      'after another code was exchanged': async (oauth) => {
        await oauth.signIn()
      },
      // What remembers used codes may forget them soon.
      'a while later': async () => {
        await sleep(A_WHILE_MS)
      },
    },
    async ({ oauth }, between) => {
      const code = await oauth.obtainCode()
      await oauth.redeem(code)
      await between(oauth, code)
      expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
    },
  ),
  test('after the tokens were refreshed', async ({ oauth }) => {
    const code = await oauth.obtainCode()
    const { refreshToken } = await oauth.redeem(code)
    if (refreshToken) await oauth.renew(refreshToken)
    expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
  }),
  ...(
    [
      ['before', true],
      ['in between', false],
    ] as const
  ).map(([when, before]) =>
    cases(`a wrong attempt ${when}`, WRONG_ATTEMPTS, async ({ oauth }, wrong) => {
      const code = await oauth.obtainCode()
      if (before) {
        const attempt = await oauth.exchange(code, wrong)
        if (givesToken(attempt))
          throw new NotApplicableError('the wrong attempt gave tokens (see TOKEN-8 to TOKEN-10)')
      }
      const first = await oauth.exchange(code)
      // A service may use a code up with any attempt.
      if (!givesToken(first) && before) throw new NotApplicableError('the wrong attempt used the code up')
      if (!before) await oauth.exchange(code, wrong)
      expect(await oauth.exchange(code)).toBeOAuthError('invalid_grant')
    }),
  ),
)
