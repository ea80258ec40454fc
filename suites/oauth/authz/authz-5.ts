import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { type Context, cases, describeFlow, ensure, requirement } from '../../../harness/authoring/index.ts'
import { OTHER_CLIENT_IDS } from '../../axes/client-ids.ts'
import { type Asking, expectNoCode, leadsTo } from '../../support/authorization.ts'
import { UNKNOWN_CLIENT_ID } from '../../support/unknown.ts'
import { type Judge, refusedAfterSuccess, refusedBeside, type Wrong } from './refused-beside.ts'

/** Those that stand for the rest beside something else. */
const MAIN: Readonly<Record<string, Wrong>> = {
  missing: () => ({ client_id: undefined }),
  unknown: () => ({ client_id: UNKNOWN_CLIENT_ID }),
}

const stays: Judge = (context, asker, changes) => expectToStay(context, asker, changes)

/** No client id, unknown ones, and near misses of the one that is registered. */
export const authz5 = requirement(
  'AUTHZ-5',
  cases(OTHER_CLIENT_IDS, async (context, changed) => {
    const { oauth } = context
    await expectToStay(context, oauth, { client_id: changed(oauth.client.id) })
  }),
  refusedBeside(
    MAIN,
    [
      'alone',
      'no state',
      'response_type missing',
      'response_type token',
      'scope missing',
      'redirect_uri elsewhere',
    ],
    stays,
  ),
  refusedAfterSuccess(MAIN, stays),
)

/** Judges that the user gets no code, and is not sent to the URI of the request, which no client vouches for. */
async function expectToStay(context: Context, asker: Asking, changes: FormParameters): Promise<void> {
  const flow = await expectNoCode(context, changes, asker)
  const given = changes.redirect_uri ?? asker.client.redirectUri
  const isSentThere = typeof given === 'string' && leadsTo(flow, given)
  ensure(!isSentThere, 'no redirect to the given URI', describeFlow(flow), flow)
}
