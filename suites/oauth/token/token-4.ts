import { givesToken } from '../../../client/http/answer.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'

export const token4 = requirement(
  'TOKEN-4',
  { isolated: true },
  cases({ first: 2, second: 5, third: 10 }, async ({ oauth }, times) => {
    const code = await oauth.obtainCode()
    const exchanges = await Promise.all(Array.from({ length: times }, () => oauth.exchange(code)))
    const given = exchanges.filter(givesToken)
    ensure(
      given.length <= 1,
      `at most one of ${times} exchanges at the same moment to get tokens`,
      `tokens in ${given.length} of the ${times} answers`,
      exchanges,
    )
  }),
)
