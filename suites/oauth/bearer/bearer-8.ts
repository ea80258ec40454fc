import type { UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, type Context, cases, covering, expect, requirement } from '../../../harness/authoring/index.ts'
import { CALL_AXIS } from '../../axes/calls.ts'
import { FIRST_HOLDER, type Holder } from '../../axes/holders.ts'
import { QUERY_NAMES } from '../../axes/surroundings.ts'
import { sharedTokens } from '../../axes/tokens.ts'
import { UNKNOWN_ACCESS_TOKEN } from '../../support/unknown.ts'

/** What stands in the header meanwhile: nothing that opens a call by itself. */
const HEADERS = axis<string | null>('header', {
  'no Authorization': null,
  'a made-up token': `Bearer ${UNKNOWN_ACCESS_TOKEN}`,
  'a scheme alone': 'Bearer',
})

/** Tokens of a login and of a refresh. */
const REFRESHED: Holder = { ...FIRST_HOLDER, refreshes: 1 }
const OF_SECOND_CLIENT: Holder = { ...FIRST_HOLDER, client: 'second client' }
const HOLDERS = axis('token of', { 'a code': FIRST_HOLDER, 'a refresh': REFRESHED })

/** Calls with a valid token in the query and none in the Authorization header (RFC 6750, 2.3). */
export const bearer8 = requirement(
  'BEARER-8',
  covering(
    'each call',
    { name: axis('name', QUERY_NAMES), call: CALL_AXIS, header: HEADERS, holder: HOLDERS },
    tryQuery,
  ),
  // The plainest of them all: with pairs alone, chance says whether it is tried by each call.
  cases('access_token and no header', CALL_AXIS.values, async (context, call) => {
    const plain = {
      name: (token: string) => `access_token=${token}`,
      call,
      header: null,
      holder: holderFor(context, call),
    }
    await tryQuery(context, plain)
  }),
)

/** A call, and the token that it brings in its query. */
interface Attempt {
  readonly name: (token: string) => string
  readonly call: 'GET' | UpdateMethod
  /** The Authorization header; null for none. */
  readonly header: string | null
  readonly holder: Holder
}

/** Tokens of a code, of a refresh, and of the other client, each for a call. */
function holderFor({ target }: Context, call: Attempt['call']): Holder {
  if (call === 'PUT') return REFRESHED
  return call === 'PATCH' && target.otherClient ? OF_SECOND_CLIENT : FIRST_HOLDER
}

async function tryQuery(context: Context, { name, call, header, holder }: Attempt): Promise<void> {
  const { api } = context
  const donation = call === 'GET' ? '' : await context.donation()
  const { accessToken } = await sharedTokens(context, holder)
  const options = { authorization: header, query: name(encodeURIComponent(accessToken)) }
  if (call !== 'GET') {
    expect(await api.update(call, donation, {}, options)).toBeRefused()
    return
  }
  // Where GET /v1/organizations needs no token at all, ORG-5 reports that, and the query shows nothing.
  const without = await context.once('organizations without a token', () =>
    api.organizations({ authorization: null }),
  )
  if (isAccepted(without)) throw new NotApplicableError('organizations are open to all (see ORG-5)')
  expect(await api.organizations(options)).toBeRefused()
}
