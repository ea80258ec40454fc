import { givesToken } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { axis, covering, type RequirementTest } from '../../../harness/authoring/index.ts'
import { chainWithWrongRefreshes } from './chain.ts'
import { seenBy } from './seen-by.ts'
import { WHOSE } from './whose.ts'
import { WRONG_REFRESHES } from './wrong-refreshes.ts'

/**
 * Wrong refreshes of each user and client, in the middle of a chain that goes on.
 * @param judge throws ViolationError where the answer should have been another.
 */
export function inChains(
  id: keyof typeof WRONG_REFRESHES,
  judge: (exchange: Exchange) => void,
): RequirementTest {
  const names = Object.fromEntries(Object.keys(WRONG_REFRESHES[id]).map((name) => [name, name]))
  return covering(
    'in chains of each user and client',
    { name: axis('in a chain', names), ...WHOSE },
    async (context, { name, ...whose }) => {
      const { links } = await chainWithWrongRefreshes(context, whose)
      const link = links.find(({ wrong }) => wrong.has(name))
      const answer = link?.wrong.get(name)
      if (!link || !answer) throw new NotApplicableError('this chain had no such refresh')
      // What is refused after the token was used up is not refused for its own sake.
      if (!givesToken(answer) && !givesToken(link.refresh))
        throw new NotApplicableError('the chain ended there: the token was used up by then')
      judge(seenBy(context, answer))
    },
    { strength: 3 },
  )
}
