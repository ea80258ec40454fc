import { describeFlow, ensure, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { callbackOf, leadsTo, requireLogin } from '../../support/authorization.ts'

export const authz1 = requirement(
  'AUTHZ-1',
  test(async ({ oauth }) => {
    const flow = await oauth.authorize()
    requireLogin(flow)
    expect(flow).toYieldCode()
    const { redirectUri } = oauth.client
    ensure(
      leadsTo(flow, redirectUri) && callbackOf(flow).has('state'),
      `a redirect to ${redirectUri} with \`code\` and \`state\``,
      describeFlow(flow),
      flow,
    )
  }),
)
