import { describeAnswer, givesToken, isAccepted, stringMember } from '../../../client/http/answer.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'

/** Long enough for what breaks only after a few turns. */
const CHAIN = 8

export const refresh3 = requirement(
  'REFRESH-3',
  cases<'refreshes alone' | 'calls between'>(
    { 'one after the other': 'refreshes alone', 'with calls in between': 'calls between' },
    async ({ oauth, api }, how) => {
      await expectChain(oauth, async (accessToken) => {
        if (how === 'calls between') await api.organizations({ authorization: `Bearer ${accessToken}` })
      })
    },
  ),
)

/** Refreshes with the token of the last response; each time that has to work. */
async function expectChain(oauth: OAuth, between: (accessToken: string) => Promise<unknown>): Promise<void> {
  let { refreshToken } = await oauth.signInForChain()
  for (let turn = 1; turn <= CHAIN; turn++) {
    const exchange = await oauth.refreshChain(refreshToken)
    ensure(
      isAccepted(exchange) && givesToken(exchange),
      `tokens from refresh ${turn} of a chain, each with the newest refresh token`,
      describeAnswer(exchange),
      [exchange],
    )
    refreshToken = stringMember(exchange, 'refresh_token') ?? refreshToken
    await between(stringMember(exchange, 'access_token') ?? '')
  }
}
