import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { organizationsOf, organizationsSchema } from './organizations.ts'

/** Refreshes in a row: what is lost may be lost only later. */
const REFRESHES = 3

export const org2 = requirement(
  'ORG-2',
  test(async ({ oauth }) => expectSameAfterRefresh(oauth)),
  test('several organizations', async (context) => {
    if (!context.target.multiOrgUser) throw new NotApplicableError('no user with several organizations')
    await expectSameAfterRefresh(context.multiOrgOAuth)
  }),
)

async function expectSameAfterRefresh(oauth: OAuth): Promise<void> {
  const { exchange: first, refreshToken } = await oauth.signInForChain()
  const before = organizationsOf(first)
    .map(({ id }) => id)
    .toSorted()
  let newest = refreshToken
  for (let turn = 1; turn <= REFRESHES; turn++) {
    const renewed = await oauth.renew(newest)
    newest = renewed.refreshToken
    const { exchange } = renewed
    const again = organizationsSchema.safeParse(jsonObjectOf(exchange)?.ig_organizations)
    ensure(again.success, 'ig_organizations again, as an array of { id, name }', describeAnswer(exchange), [
      exchange,
    ])
    const after = again.data.map(({ id }) => id).toSorted()
    ensure(
      before.length === after.length && before.every((id, index) => id === after[index]),
      `the ids of the code exchange: ${before.join(', ') || 'none'}`,
      `ids ${after.join(', ') || 'none'} from refresh ${turn}`,
      [exchange],
    )
  }
}
