import { jsonObjectOf } from '../../../client/http/answer.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'
import { observeHeaders } from '../../support/headers.ts'

/** One token response, and what is configured. */
export const limit1 = requirement(
  'LIMIT-1',
  test(async (context) => {
    const { oauth, target, observe } = context
    const { expiresIn, exchange } = await oauth.signIn()
    observe('expires_in', `${expiresIn ?? 'not given'}`)
    const fields = Object.keys(jsonObjectOf(exchange) ?? {}).toSorted()
    observe('fields of the token response', fields.join(', '))
    observeHeaders(context, 'the token response', exchange)
    const { codeLifetimeSeconds: lifetime } = target
    for (const [what, effect] of Object.entries(context.grants.observations))
      observe(`grants: ${what}`, effect)
    observe('code lifetime', lifetime === undefined ? 'not known' : `${lifetime} s as configured`)
  }),
)
