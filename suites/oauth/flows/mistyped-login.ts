import type { Exchange } from '../../../client/http/exchange.ts'
import { type AuthorizationFlow, codeOf } from '../../../client/login/authorization-flow.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { TELLING_STATE } from '../../../generators/index.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENTS, USERS } from '../../axes/askers.ts'
import { callbackParametersOf } from '../../support/authorization.ts'
import { seenBy } from './seen-by.ts'

interface MistypedLogin {
  readonly flow: AuthorizationFlow
  /** What its code gave; undefined where there was none, or where the tokens would end those of other tests. */
  readonly exchange: Exchange | undefined
}

/**
 * An authorization whose user mistypes the password once, with {@link TELLING_STATE}: one for all tests that look at it, and
 * when no other is under way, for a service may keep the user out for a while.
 * @throws NotApplicableError where it does, or sends the user back without a code and says why: both are free; and where
 *   nothing is typed.
 */
export async function mistypedLogin(context: Context): Promise<MistypedLogin> {
  if (!context.canLogIn || context.target.login !== 'form')
    throw new NotApplicableError('only the form driver mistypes a password')
  await context.alone()
  // Of the users, the one whom least depends on.
  const user = context.target.multiOrgUser
    ? USERS['a user with several organizations']
    : USERS['a user with one organization']
  const asker = askerOf(context, user, CLIENTS['first client'])
  const { flow, exchange } = await context.once('a login with a mistyped password', async () => {
    const mistyped = await asker.authorize({ state: TELLING_STATE }, 'mistype')
    const code = context.grants.oneTestAtATime ? undefined : codeOf(mistyped)
    return { flow: mistyped, exchange: code === undefined ? undefined : await asker.exchangeCode(code) }
  })
  if (!flow.isMistyped) throw new NotApplicableError('no wrong password could be typed')
  if (flow.kind === 'stopped' || callbackParametersOf(flow).has('error'))
    throw new NotApplicableError('a mistyped password ends the authorization here')
  return { flow: seenBy(context, flow), exchange }
}
