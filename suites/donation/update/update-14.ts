import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, covering, ensure, requirement } from '../../../harness/authoring/index.ts'
import { FIRST_HOLDER, METHOD_AXIS, share } from '../../axes/bearer.ts'
import { UNKNOWN_ID_AXIS, UNKNOWN_PATH_AXIS } from '../../axes/identifiers.ts'
import { updateAt } from '../../axes/surrounded.ts'

/** An unknown donation id gives no 2xx. */
export const update14 = requirement(
  'UPDATE-14',
  // Each once, with the methods in turn: several ids misread alike meet both.
  covering(
    'each id',
    { makeId: UNKNOWN_ID_AXIS, method: METHOD_AXIS },
    async (context, { makeId, method }) =>
      expectUnknown(await context.api.update(method, makeId(knownId(context)), {})),
    { strength: 1 },
  ),
  covering(
    'each path',
    { makePath: UNKNOWN_PATH_AXIS, method: METHOD_AXIS },
    async (context, { makePath, method }) => {
      const authorization = `Bearer ${(await share(context, FIRST_HOLDER)).accessToken}`
      expectUnknown(await updateAt(context, makePath(knownId(context)), { method, body: {}, authorization }))
    },
  ),
)

function knownId({ target }: Context): string {
  return [...target.pledgedDonationIds, ...target.nonPledgedDonationIds][0] ?? 'no-such-donation'
}

/** @throws InconclusiveError where nothing was answered: ERROR-2 judges that. */
function expectUnknown(exchange: Exchange): void {
  if (exchange.response === undefined) throw new InconclusiveError('no answer (see ERROR-2)')
  ensure(!isAccepted(exchange), 'no 2xx for a donation that does not exist', describeAnswer(exchange), [
    exchange,
  ])
}
