import type { Exchange } from '../../../client/http/exchange.ts'
import { type AuthorizationFlow, codeOf } from '../../../client/login/authorization-flow.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { LONG_TELLING_STATE } from '../../../generators/index.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENTS, USERS } from '../../axes/askers.ts'
import { askedAgain, endedAtLogin, requireOrdinary } from '../../support/authorization.ts'
import { exchangedInTime } from '../../support/young-code.ts'
import type { Whose } from './whose.ts'

/** A login and what its code was exchanged for. */
export interface ExchangedLogin {
  /** By a request that is special in what must not matter. */
  readonly asked: AuthorizationFlow
  /** The same where that gave a code, and else by an ordinary request. */
  readonly flow: AuthorizationFlow
  /** A redirect without a code to a request that got one when it was sent again. */
  readonly withoutCode?: AuthorizationFlow | undefined
  /** Undefined where there was no code. */
  readonly exchange: Exchange | undefined
}

/** The first request has all that a request may have, the second has no state. */
const ASKED: readonly [FormParameters, FormParameters] = [
  { state: LONG_TELLING_STATE, made_up: '1' },
  { state: undefined },
]

/**
 * Two logins of this user by this client in turn, once for all tests that look at them.
 * @throws NotApplicableError where the target knows no such user or client; InconclusiveError where codes were refused that
 *   may have expired.
 */
export function visitsOf(context: Context, whose: Whose): Promise<readonly [ExchangedLogin, ExchangedLogin]> {
  const asker = askerOf(context, USERS[whose.user], CLIENTS[whose.client])
  const visit = async (changes: FormParameters): Promise<ExchangedLogin> => {
    const first = await asker.authorize(changes)
    // A login elsewhere may have ended this one.
    if (endedAtLogin(first)) await requireOrdinary(asker, first)
    const isWithoutCode = first.kind === 'redirected' && codeOf(first) === undefined
    const isAskedAgain = isWithoutCode || endedAtLogin(first)
    const asked = isAskedAgain ? await askedAgain(() => asker.authorize(changes)) : first
    const withoutCode = isWithoutCode && codeOf(asked) !== undefined ? first : undefined
    const flow = codeOf(asked) === undefined ? await asker.authorize() : asked
    const code = codeOf(flow)
    return {
      asked,
      flow,
      withoutCode,
      exchange: code === undefined ? undefined : await asker.exchangeCode(code),
    }
  }
  const visitInTime = (changes: FormParameters) => exchangedInTime(context.target, () => visit(changes))
  return context.once(`two logins of ${whose.user}, ${whose.client}`, async () => [
    await visitInTime(ASKED[0]),
    await visitInTime(ASKED[1]),
  ])
}
