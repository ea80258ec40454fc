import { parseUrl } from '../../../client/http/url.ts'
import type { AuthorizationFlow } from '../../../client/login/authorization-flow.ts'
import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { type Context, describeFlow, ensure } from '../../../harness/authoring/index.ts'
import { type Asking, expectNoCode, isSamePlace, leadsTo } from '../../support/authorization.ts'

/**
 * Judges that a request with this redirect URI, which is not registered, leads to no code and that the user is not
 * sent there at all, not even with an error.
 *
 * @param changes what else is out of the ordinary.
 * @throws ViolationError where one of them happens; InconclusiveError where an ordinary request gets no code either.
 */
export async function expectNotSentTo(
  context: Context,
  redirectUri: string,
  changes: FormParameters = {},
  asker: Asking = context.oauth,
): Promise<void> {
  const flow = await expectNoCode(context, { redirect_uri: redirectUri, ...changes }, asker)
  const registered = asker.client.redirectUri
  const isSentThere =
    (leadsTo(flow, redirectUri) && !isSamePlace(redirectUri, registered)) ||
    isAtOrigin(flow, redirectUri, registered)
  const received = { words: describeFlow(flow), sentTo: redirectUri }
  ensure(!isSentThere, `the user not to be sent to ${redirectUri}`, received, flow)
}

/** Whether a redirect leads to the origin of this URI, spelled as it may be, where that is not the registered one's. */
function isAtOrigin(flow: AuthorizationFlow, uri: string, registered: string): boolean {
  const origin = parseUrl(uri)?.origin ?? 'null'
  if (origin === 'null' || origin === parseUrl(registered)?.origin) return false
  return flow.kind === 'redirected' && flow.url?.origin === origin
}
