import { givesToken, isAccepted } from '../../../client/http/answer.ts'
import type { Tokens } from '../../../client/oauth/oauth.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, expect, requirement } from '../../../harness/authoring/index.ts'

export const token13 = requirement(
  'TOKEN-13',
  { isolated: true },
  cases<(tokens: Tokens, context: Context) => Promise<void>>(
    {
      'the access token': async ({ accessToken }, { api }) => {
        const exchange = await api.organizations({ authorization: `Bearer ${accessToken}` })
        expect(exchange).toBeRefused()
      },
      'the refresh token': async ({ refreshToken }, { oauth }) => {
        if (!refreshToken) throw new NotApplicableError('no refresh token was given')
        expect(await oauth.refresh(refreshToken)).toBeRefusedTokens()
      },
    },
    async (context, expectRevoked) => {
      const { oauth, api } = context
      const code = await oauth.obtainCode()
      const tokens = await oauth.redeem(code)
      const before = await api.organizations({ authorization: `Bearer ${tokens.accessToken}` })
      if (!isAccepted(before)) throw new InconclusiveError('the access token did not work before (see ORG-5)')
      if (givesToken(await oauth.exchange(code)))
        throw new InconclusiveError('the second use gave tokens (see TOKEN-3)')
      await expectRevoked(tokens, context)
    },
  ),
)
