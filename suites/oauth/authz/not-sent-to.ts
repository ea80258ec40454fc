import type { OAuth } from '../../../client/oauth/oauth.ts'
import { describeFlow, ensure } from '../../../harness/authoring/index.ts'
import { expectNoCode, leadsTo } from '../../support/authorization.ts'

/**
 * Judges that a request with this redirect URI, which is not registered, leads to no code and that the user is not
 * sent there at all, not even with an error.
 *
 * @throws ViolationError where one of them happens; InconclusiveError where an ordinary request gets no code either.
 */
export async function expectNotSentTo(oauth: OAuth, redirectUri: string): Promise<void> {
  const flow = await expectNoCode(oauth, { redirect_uri: redirectUri })
  const isSentThere = leadsTo(flow, redirectUri) && redirectUri !== oauth.client.redirectUri
  ensure(!isSentThere, `the user not to be sent to ${redirectUri}`, describeFlow(flow), flow)
}
