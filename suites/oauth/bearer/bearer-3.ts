import { describeAnswer, stringMember } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { cases, ensure, expect, requirement } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, type Holder, hold } from '../../axes/bearer.ts'
import { BY_BOTH } from '../../support/methods.ts'
import { expiredToken } from './expired-token.ts'

/** Refused once, refused again. */
const ATTEMPTS = 2

/** Whose tokens expire beside that of a code exchange of the first client. */
const HOLDERS: Readonly<Record<string, Holder>> = {
  'first client, by a refresh': { ...FIRST_HOLDER, refreshes: 1 },
  'second client, by a code': { ...FIRST_HOLDER, client: 'second client' },
}

/** An update and a read with a token that has expired; the answer to the update has to say what is the matter. */
export const bearer3 = requirement(
  'BEARER-3',
  cases(BY_BOTH, async (context, method) => {
    const donation = await context.donation()
    const authorization = `Bearer ${await expiredToken(context)}`
    expectExpired(await context.api.update(method, donation, {}, { authorization }))
    const organizations = await context.api.organizations({ authorization })
    expect(organizations).toBeRefused()
  }),
  cases('of others', HOLDERS, async (context, holder) => {
    const { api, inspectorIfAny } = context
    if (!inspectorIfAny) throw new NotApplicableError('only one expired token is known: it decides')
    const donation = await context.donation()
    const { accessToken } = await hold(context, holder)
    await inspectorIfAny.expireAccessToken(accessToken)
    const authorization = `Bearer ${accessToken}`
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++)
      expectExpired(await api.update('PATCH', donation, {}, { authorization }))
    expect(await api.organizations({ authorization })).toBeRefused()
  }),
)

function expectExpired(update: Exchange): void {
  expect(update).toBeRefused()
  ensure(
    saysInvalidToken(update),
    'a JSON body with `error` "invalid_token" and an `error_description`',
    describeAnswer(update),
    [update],
  )
}

/** The contract's table of errors puts both into the body; a challenge (RFC 6750, 3.1) is welcome beside it. */
function saysInvalidToken(exchange: Exchange): boolean {
  return (
    stringMember(exchange, 'error') === 'invalid_token' &&
    Boolean(stringMember(exchange, 'error_description'))
  )
}
