import type { AuthorizationFlow } from '../../../client/login/authorization-flow.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import {
  type Context,
  describeFlow,
  ensure,
  expect,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { callbackParametersOf, expectState, leadsTo, requireLogin } from '../../support/authorization.ts'

/** Blanks, a plus, a percent escape and delimiters of a query: all that has to be encoded with care. */
const TRICKY_STATE = 'declined: a+b %2B c&d=e'

/** The user declines; only where the callback lacks the state does the user approve once, to compare. */
export const authz10 = requirement(
  'AUTHZ-10',
  { beforeApproval: true },
  test(async (context) => {
    const { oauth, flow: declined } = await decline(context)
    expect(declined).toYieldNoCode()
    // An error page shows something about declining only where the same form works to approve.
    if (declined.kind === 'stopped') await oauth.obtainCode()
    const error = callbackParametersOf(declined).get('error')
    ensure(
      leadsTo(declined, oauth.client.redirectUri) && error === 'access_denied',
      'a redirect to the redirect_uri with `error=access_denied`',
      describeFlow(declined),
      declined,
    )
    // A state that is lost by an approval as well is reported by AUTHZ-2. The approval comes after the decline:
    // a service that remembers it would show no page to decline on.
    if (bringsBackState(declined) || bringsBackState(await oauth.authorize({ state: TRICKY_STATE })))
      expectState(declined, TRICKY_STATE)
  }),
)

/**
 * A client that the user is asked to approve, and what became of declining. A service may remember an approval, of an
 * earlier run even: then the second client is tried.
 * @throws InconclusiveError where nobody is asked to approve.
 */
async function decline({
  oauth,
  otherOAuthIfAny,
}: Context): Promise<{ oauth: OAuth; flow: AuthorizationFlow }> {
  for (const client of [oauth, otherOAuthIfAny]) {
    if (!client) continue
    const flow = await client.authorize({ state: TRICKY_STATE }, 'decline')
    requireLogin(flow)
    if (flow.after === 'decision') return { oauth: client, flow }
  }
  throw new InconclusiveError('nobody was asked to approve, so nobody could decline')
}

function bringsBackState(flow: AuthorizationFlow): boolean {
  return callbackParametersOf(flow).get('state') === TRICKY_STATE
}
