import { describeAnswer, givesToken, isAccepted, stringMember } from '../../../client/http/answer.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'

/** Refreshes in a row: enough for what breaks only after a few. */
const CHAIN_LENGTH = 8

/** A chain of refreshes, each with the token of the last response, with and without API calls in between. */
export const refresh3 = requirement(
  'REFRESH-3',
  cases(
    { 'one after the other': { callsBetween: false }, 'with calls in between': { callsBetween: true } },
    async ({ oauth, api }, { callsBetween }) => {
      let { refreshToken } = await oauth.signInForChain()
      for (let turn = 1; turn <= CHAIN_LENGTH; turn++) {
        const exchange = await oauth.refreshChain(refreshToken)
        ensure(
          isAccepted(exchange) && givesToken(exchange),
          `tokens from refresh ${turn} of a chain, each with the newest refresh token`,
          describeAnswer(exchange),
          [exchange],
        )
        refreshToken = stringMember(exchange, 'refresh_token') ?? refreshToken
        const accessToken = stringMember(exchange, 'access_token') ?? ''
        if (callsBetween) await api.organizations({ authorization: `Bearer ${accessToken}` })
      }
    },
  ),
)
