import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { cases, expect, requirement } from '../../../harness/authoring/index.ts'
import { ALTERATIONS } from '../../support/alter.ts'
import { BY_BOTH } from '../../support/methods.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'

const ALTERED_TOKENS = Object.fromEntries(
  Object.entries(ALTERATIONS).map(([name, alter]) => [name, (token: string) => `Bearer ${alter(token)}`]),
)

/** Authorization headers that must not open an update, made from a token that would. */
const WRONG_AUTHORIZATION: Readonly<Record<string, (token: string) => string>> = {
  'a made-up token': () => `Bearer ${UNKNOWN_ACCESS_TOKEN}`,
  'half a token': (token) => `Bearer ${token.slice(0, Math.floor(token.length / 2))}`,
  'a token without its last characters': (token) => `Bearer ${token.slice(0, -4)}`,
  ...ALTERED_TOKENS,
  'the Basic scheme': (token) => `Basic ${Buffer.from(`${token}:`).toString('base64')}`,
  'another scheme': (token) => `Token ${token}`,
}

/** Updates with everything but the token as it was issued, under its own scheme. */
export const bearer2 = requirement(
  'BEARER-2',
  cases(WRONG_AUTHORIZATION, async (context, wrong) => {
    const donation = await context.donation()
    const { accessToken } = await context.oauth.signIn()
    for (const method of UPDATE_METHODS) {
      const exchange = await context.api.update(method, donation, {}, { authorization: wrong(accessToken) })
      expect(exchange).toHaveStatus(401)
    }
  }),
  // RFC 6750, 3.1 lets a malformed header be answered with 400.
  cases('a token without a scheme', BY_BOTH, async (context, method) => {
    const donation = await context.donation()
    const { accessToken } = await context.oauth.signIn()
    const exchange = await context.api.update(method, donation, {}, { authorization: accessToken })
    expect(exchange).toBeRefused()
  }),
)
