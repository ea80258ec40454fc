import { describeAnswer, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { BY_BOTH } from '../../support/methods.ts'
import { expiredToken } from './expired-token.ts'

/** An update and a read with a token that has expired; the answer to the update has to say what is the matter. */
export const bearer3 = requirement(
  'BEARER-3',
  cases(BY_BOTH, async (context, method) => {
    const donation = await context.donation()
    const authorization = `Bearer ${await expiredToken(context)}`
    const update = await context.api.update(method, donation, {}, { authorization })
    expect(update).toBeRefused()
    ensure(
      saysInvalidToken(update),
      'a JSON body with `error` "invalid_token" and an `error_description`',
      describeAnswer(update),
      [update],
    )
    const organizations = await context.api.organizations({ authorization })
    expect(organizations).toBeRefused()
  }),
)

/** The contract's table of errors puts both into the body; a challenge (RFC 6750, 3.1) is welcome beside it. */
function saysInvalidToken(exchange: Exchange): boolean {
  return (
    stringMember(exchange, 'error') === 'invalid_token' &&
    Boolean(stringMember(exchange, 'error_description'))
  )
}
