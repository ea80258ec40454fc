import { describeAnswer, jsonObjectOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { requireRefreshToken, tokensOf } from '../../../client/oauth/tokens.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { covering, ensure, requirement, test } from '../../../harness/authoring/index.ts'
import { askerOf, CLIENT_AXIS, isMain, USER_AXIS } from '../../axes/askers.ts'
import { organizationsOf, organizationsSchema, sortedIds } from './organizations.ts'

/** Refreshes in a row: organizations may be kept over the first refresh and lost by a later one. */
const REFRESHES = 3

/** Fewer for those who are not the main user by the main client. */
const REFRESHES_OF_OTHERS = 2

/** A chain of refreshes, each response compared with that of the code exchange. */
export const org2 = requirement(
  'ORG-2',
  test(async ({ oauth }) => {
    const first = await oauth.signInForChain()
    let newest = first.refreshToken
    for (let turn = 1; turn <= REFRESHES; turn++) {
      const { exchange, refreshToken } = await oauth.renew(newest)
      newest = refreshToken
      expectSame(first.exchange, exchange, turn)
    }
  }),
  covering(
    'who asks',
    { user: USER_AXIS, client: CLIENT_AXIS },
    async (context, { user, client }) => {
      const asker = askerOf(context, user, client)
      const first = await asker.signIn()
      let newest = requireRefreshToken(first)
      for (let turn = 1; turn <= REFRESHES_OF_OTHERS; turn++) {
        const exchange = await asker.refresh(newest)
        const tokens = tokensOf(exchange)
        if (!tokens) throw new InconclusiveError('a refresh gave no tokens (see REFRESH-1)')
        newest = tokens.refreshToken ?? newest
        expectSame(first.exchange, exchange, turn)
      }
    },
    { except: isMain },
  ),
)

/** Judges that a refresh names the organizations of the code exchange. */
function expectSame(first: Exchange, refreshed: Exchange, turn: number): void {
  const before = sortedIds(organizationsOf(first))
  const organizations = organizationsSchema.safeParse(jsonObjectOf(refreshed)?.ig_organizations)
  ensure(
    organizations.success,
    'ig_organizations again, as an array of { id, name }',
    describeAnswer(refreshed),
    [refreshed],
  )
  const after = sortedIds(organizations.data)
  ensure(
    before.length === after.length && before.every((id, index) => id === after[index]),
    `the ids of the code exchange: ${before.join(', ') || 'none'}`,
    `ids ${after.join(', ') || 'none'} from refresh ${turn}`,
    [refreshed],
  )
}
