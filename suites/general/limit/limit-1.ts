import { jsonObjectOf } from '../../../client/http/answer.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'
import { observeHeaders } from '../../support/headers.ts'

export const limit1 = requirement(
  'LIMIT-1',
  test(async (context) => {
    const { oauth, target, observe } = context
    const { expiresIn, exchange } = await oauth.signIn()
    observe('expires_in', `${expiresIn ?? 'not given'}`)
    observe(
      'fields of the token response',
      Object.keys(jsonObjectOf(exchange) ?? {})
        .toSorted()
        .join(', '),
    )
    observeHeaders(context, 'the token response', exchange)
    const { codeLifetimeSeconds } = target
    observe(
      'code lifetime',
      codeLifetimeSeconds === undefined ? 'not known' : `${codeLifetimeSeconds} s as configured`,
    )
  }),
)
