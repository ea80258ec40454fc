import type { FormParameters } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import {
  type Context,
  cases,
  describeFlow,
  ensure,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { OTHER_CLIENT_IDS } from '../../axes/client-ids.ts'
import { LIKENESSES } from '../../axes/secrets.ts'
import { swapCaseUnlessHexadecimal } from '../../support/alter.ts'
import { type Asking, expectNoCode, leadsTo } from '../../support/authorization.ts'
import { UNKNOWN_CLIENT_ID } from '../../support/unknown.ts'
import { askerInTurn, mainAsker, secondAsker } from '../token/living.ts'
import { type Judge, refusedAfterSuccess, refusedBeside, type Wrong } from './refused-beside.ts'

/** Those that stand for the rest beside something else. */
const MAIN: Readonly<Record<string, Wrong>> = {
  missing: () => ({ client_id: undefined }),
  unknown: () => ({ client_id: UNKNOWN_CLIENT_ID }),
}

const LIKE_SECOND = { ...LIKENESSES, 'in the other letter case': swapCaseUnlessHexadecimal }

const stays: Judge = (context, asker, changes) => expectToStay(context, asker, changes)

/** No client id, unknown ones, and near misses of the one that is registered. */
export const authz5 = requirement(
  'AUTHZ-5',
  cases(OTHER_CLIENT_IDS, async (context, changed, name) => {
    // Some are tried by the second client below.
    const isOfBoth = name in LIKE_SECOND
    const asker = isOfBoth ? mainAsker(context) : askerInTurn(context, OTHER_CLIENT_IDS, name)
    const client_id = changed(asker.client.id)
    const { client, otherClient } = context.target
    if (client_id !== undefined && [client.id, otherClient?.id].includes(client_id))
      throw new NotApplicableError('a client of this name is registered')
    await expectToStay(context, asker, { client_id })
  }),
  cases('like that of the second client', LIKE_SECOND, async (context, changed) => {
    const asker = secondAsker(context)
    const client_id = changed(asker.client.id)
    if (client_id === asker.client.id) throw new NotApplicableError('the change leaves it as it was')
    await expectToStay(context, asker, { client_id })
  }),
  test('by other names', async (context) => {
    const { id } = context.oauth.client
    const otherNames = { 'client_id[]': id, clientId: id, Client_Id: id, client: id }
    await expectToStay(context, context.oauth, { client_id: undefined, ...otherNames })
  }),
  refusedBeside(
    MAIN,
    [
      'alone',
      'no page wanted',
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
