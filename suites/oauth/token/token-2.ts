import { describeAnswer, isAccepted, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { covering, expect, requirement, test } from '../../../harness/authoring/index.ts'
import { tokenResponseShape } from '../../../harness/rules/shapes.ts'
import { askerOf, CLIENT_AXIS, isMain, USER_AXIS } from '../../axes/askers.ts'

/** Logins of one user by one client: a later one may be answered otherwise than the first. */
const LOGINS = 2

/** The responses of exchanges for each user by each client, again and again. */
export const token2 = requirement(
  'TOKEN-2',
  test(async ({ oauth }) => {
    for (let login = 1; login <= LOGINS + 1; login++)
      expectShape(await oauth.exchange(await oauth.obtainCode()))
  }),
  covering(
    'who asks',
    { user: USER_AXIS, client: CLIENT_AXIS },
    async (context, { user, client }) => {
      const asker = askerOf(context, user, client)
      for (let login = 1; login <= LOGINS; login++)
        expectShape(await asker.exchange(await asker.obtainCode()))
    },
    { except: isMain },
  ),
)

function expectShape(exchange: Exchange): void {
  if (!isAccepted(exchange) || !jsonObjectOf(exchange)) {
    throw new InconclusiveError(
      `the code exchange gave no JSON object (see TOKEN-1): ${describeAnswer(exchange)}`,
    )
  }
  expect(exchange).toKeep(tokenResponseShape)
}
