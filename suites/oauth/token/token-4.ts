import { givesToken } from '../../../client/http/answer.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'
import { requireOverlap } from '../../support/at-once.ts'

/** Several exchanges of one fresh code, all sent before the first is answered. */
export const token4 = requirement(
  'TOKEN-4',
  { isolated: true },
  cases({ '2 at once': 2, '10 at once': 10 }, async (context, times) => {
    const { oauth } = context
    const code = await oauth.obtainCode()
    const exchanges = await context.atOnce(
      oauth.tokenEndpoint,
      Array.from({ length: times }, () => () => oauth.exchange(code)),
    )
    const given = exchanges.filter(givesToken)
    // Two that get tokens are wrong whenever they came; that only one does is no merit where they came one by one.
    if (given.length <= 1) requireOverlap(exchanges)
    ensure(
      given.length <= 1,
      `at most one of ${times} exchanges at the same moment to get tokens`,
      `tokens in ${given.length} of the ${times} answers`,
      exchanges,
    )
  }),
)
