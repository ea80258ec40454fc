import { describeAnswer, givesToken } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { covering, ensure, requirement } from '../../../harness/authoring/index.ts'
import { ordinaryChain } from '../flows/chain.ts'
import { seenBy } from '../flows/seen-by.ts'
import { WHOSE } from '../flows/whose.ts'
import { leftOutByExchange, organizationsOf, shownOrganizations, sortedIds } from './organizations.ts'

/** A chain of refreshes of each user and client, each response compared with that of the code exchange. */
export const org2 = requirement(
  'ORG-2',
  covering('a chain', WHOSE, async (context, whose) => {
    const chain = await ordinaryChain(context, whose)
    const { held, links } = chain
    if (whose.user === 'a user with several organizations' && leftOutByExchange(chain).length > 0)
      throw new InconclusiveError('the code exchange does not name all organizations (see ORG-4)')
    for (const [index, { refresh }] of links.entries()) {
      if (givesToken(refresh))
        expectSameOrganizations(held.exchange, seenBy(context, refresh), `from refresh ${index + 1}`)
      else if (index === 0) throw new InconclusiveError('a refresh gave no tokens (see REFRESH-1)')
    }
  }),
)

/**
 * Judges ORG-2: a refresh names the organizations of the code exchange.
 * @param when in words, which refresh it is.
 */
export function expectSameOrganizations(first: Exchange, refreshed: Exchange, when: string): void {
  // That none is there twice, ORG-1 judges.
  const before = [...new Set(sortedIds(organizationsOf(first)))]
  const organizations = shownOrganizations(refreshed)
  ensure(
    organizations !== undefined,
    'ig_organizations again, as an array of { id, name }',
    describeAnswer(refreshed),
    [refreshed],
    'ORG-2',
  )
  const after = [...new Set(sortedIds(organizations))]
  ensure(
    before.length === after.length && before.every((id, index) => id === after[index]),
    `the ids of the code exchange: ${before.join(', ') || 'none'}`,
    `ids ${after.join(', ') || 'none'} ${when}`,
    [refreshed],
    'ORG-2',
  )
}
