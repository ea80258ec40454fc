import { describeAnswer, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/donation.ts'
import { expiredToken } from './tokens.ts'

export const bearer3 = requirement(
  'BEARER-3',
  cases(BY_BOTH, async (context, method) => {
    const donation = await context.donation()
    const authorization = `Bearer ${await expiredToken(context)}`
    const exchange = await context.api.update(method, donation, {}, { authorization })
    expect(exchange).toBeRefused()
    ensure(
      saysInvalidToken(exchange),
      '`error` "invalid_token" with an `error_description`',
      describeAnswer(exchange),
      [exchange],
    )
    expect(await context.api.organizations({ authorization })).toBeRefused()
  }),
)

/** RFC 6750 puts the error into the challenge, the contract into the body: a client finds it in either. */
function saysInvalidToken(exchange: Exchange): boolean {
  const inBody =
    stringMember(exchange, 'error') === 'invalid_token' &&
    Boolean(stringMember(exchange, 'error_description'))
  const challenge = exchange.response?.headers['www-authenticate']?.join(', ') ?? ''
  return inBody || (/\berror="?invalid_token\b/i.test(challenge) && /\berror_description=/i.test(challenge))
}
