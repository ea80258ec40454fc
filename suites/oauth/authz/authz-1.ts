import { describeFlow, ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { callbackParametersOf, leadsTo, requireApproval } from '../../support/authorization.ts'

/** One ordinary authorization, from the request to the callback. */
export const authz1 = requirement(
  'AUTHZ-1',
  test(async ({ oauth }) => {
    const flow = await oauth.authorize()
    requireApproval(flow)
    expect(flow).toYieldCode()
    const { redirectUri } = oauth.client
    ensure(
      leadsTo(flow, redirectUri) && callbackParametersOf(flow).has('state'),
      `a redirect to ${redirectUri} with \`code\` and \`state\``,
      describeFlow(flow),
      flow,
    )
  }),
)
