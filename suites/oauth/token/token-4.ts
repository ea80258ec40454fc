import { givesToken } from '../../../client/http/answer.ts'
import { type Context, cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { Asker, askerOf, CLIENTS, USERS } from '../../axes/askers.ts'
import { untilOverlap } from '../../support/at-once.ts'
import { mainAsker, secondAsker } from './living.ts'

interface Race {
  readonly times: number
  readonly who: (context: Context) => Asker
}

/**
 * The main client, acting for the user with several organizations, or for the main one where there is none. (That user
 * is taken from the context only where there is one: the context throws for want of it.)
 */
function busyAsker(context: Context): Asker {
  const { target } = context
  return new Asker(target.multiOrgUser ? context.multiOrgOAuth : context.oauth, target.client)
}

/** The second client, acting for the user without organizations, or for the main one where there is none. */
function idleAsker(context: Context): Asker {
  return context.target.noOrgUser
    ? askerOf(context, USERS['a user without organizations'], CLIENTS['second client'])
    : secondAsker(context)
}

const RACES: Readonly<Record<string, Race>> = {
  '2 at once': { times: 2, who: mainAsker },
  '10 at once': { times: 10, who: busyAsker },
  '3 at once, second client': { times: 3, who: idleAsker },
}

/** Several exchanges of one fresh code, all sent before the first is answered. */
export const token4 = requirement(
  'TOKEN-4',
  { isolated: true },
  cases(RACES, async (context, { times, who }) => {
    const asker = who(context)
    await untilOverlap(context, async () => {
      const code = await asker.obtainCode()
      const exchanges = await context.atOnce(
        context.oauth.tokenEndpoint,
        Array.from({ length: times }, () => () => asker.exchangeCode(code)),
      )
      const given = exchanges.filter(givesToken)
      // Two that get tokens are a violation whenever they came. That only one does shows nothing unless they came at once.
      ensure(
        given.length <= 1,
        `at most one of ${times} exchanges at the same moment to get tokens`,
        `tokens in ${given.length} of the ${times} answers`,
        exchanges,
      )
      return exchanges
    })
  }),
)
