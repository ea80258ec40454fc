import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import type { OAuth } from '../../../client/oauth/oauth.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { organizationsOf, organizationsSchema, sortedIds } from './organizations.ts'

/** Refreshes in a row: organizations may be kept over the first refresh and lost by a later one. */
const REFRESHES = 3

/** A chain of refreshes, each response compared with that of the code exchange. */
export const org2 = requirement(
  'ORG-2',
  test(({ oauth }) => expectSameAfterRefresh(oauth)),
  test('several organizations', async (context) => {
    if (!context.target.multiOrgUser) throw new NotApplicableError('no user with several organizations')
    await expectSameAfterRefresh(context.multiOrgOAuth)
  }),
)

async function expectSameAfterRefresh(oauth: OAuth): Promise<void> {
  const first = await oauth.signInForChain()
  const before = sortedIds(organizationsOf(first.exchange))
  let newest = first.refreshToken
  for (let turn = 1; turn <= REFRESHES; turn++) {
    const { exchange, refreshToken } = await oauth.renew(newest)
    newest = refreshToken
    const organizations = organizationsSchema.safeParse(jsonObjectOf(exchange)?.ig_organizations)
    ensure(
      organizations.success,
      'ig_organizations again, as an array of { id, name }',
      describeAnswer(exchange),
      [exchange],
    )
    const after = sortedIds(organizations.data)
    ensure(
      before.length === after.length && before.every((id, index) => id === after[index]),
      `the ids of the code exchange: ${before.join(', ') || 'none'}`,
      `ids ${after.join(', ') || 'none'} from refresh ${turn}`,
      [exchange],
    )
  }
}
