import type { OAuth } from '../../../client/oauth/oauth.ts'
import { describeFlow, ensure } from '../../../harness/authoring/index.ts'
import { expectNoCode, leadsTo } from '../../support/authorization.ts'

/** The user must not be sent to this URI at all, with a code or an error. */
export async function expectNotSent(oauth: OAuth, redirectUri: string): Promise<void> {
  const flow = await expectNoCode(oauth, { redirect_uri: redirectUri })
  const sent = leadsTo(flow, redirectUri) && redirectUri !== oauth.client.redirectUri
  ensure(!sent, `the user not to be sent to ${redirectUri}`, describeFlow(flow), flow)
}
