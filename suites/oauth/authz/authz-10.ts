import { InconclusiveError } from '../../../contract/verdict.ts'
import { describeFlow, ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { callbackOf, expectState, leadsTo, requireLogin } from '../../support/authorization.ts'

/** Where it does not come back when the user approves either, AUTHZ-2 says what is wrong. */
const TRICKY_STATE = 'declined: a+b %2B c&d=e'

export const authz10 = requirement(
  'AUTHZ-10',
  test(async (context) => {
    const { oauth } = context
    const flow = await oauth.authorize({ state: TRICKY_STATE }, 'decline')
    requireLogin(flow)
    if (!flow.sawApproval) throw new InconclusiveError('nobody was asked to approve, so nobody could decline')
    expect(flow).toYieldNoCode()
    const callback = callbackOf(flow)
    ensure(
      leadsTo(flow, oauth.client.redirectUri) && callback.get('error') === 'access_denied',
      'a redirect to the redirect_uri with `error=access_denied`',
      describeFlow(flow),
      flow,
    )
    if (callbackOf(flow).get('state') !== TRICKY_STATE) {
      // Asked for only now: a service that remembers an approval shows nobody a page to decline on.
      const approved = await oauth.authorize({ state: TRICKY_STATE })
      if (callbackOf(approved).get('state') !== TRICKY_STATE) return
    }
    expectState(flow, TRICKY_STATE)
  }),
)
