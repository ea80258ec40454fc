import { describeAnswer, isAccepted, jsonObjectOf, jsonOf } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'
import { signedIn } from './organizations.ts'

export const org6 = requirement(
  'ORG-6',
  test(async ({ api, oauth, observe }) => {
    const { organizations, accessToken } = await signedIn(oauth)
    const exchange = await api.organizations({ authorization: `Bearer ${accessToken}` })
    if (!isAccepted(exchange))
      throw new InconclusiveError(`no answer to look at (see ORG-5): ${describeAnswer(exchange)}`)
    const body = jsonOf(exchange)
    const shape = Array.isArray(body)
      ? 'an array'
      : `an object with keys ${Object.keys(jsonObjectOf(exchange) ?? {})
          .toSorted()
          .join(', ')}`
    observe('shape of GET /v1/organizations', shape)
    const text = exchange.response?.body ?? ''
    const shown = organizations.filter(({ id }) => text.includes(JSON.stringify(id))).length
    observe(
      "the token's organizations appear in it",
      shown === organizations.length ? 'all' : shown > 0 ? 'some' : 'none',
    )
  }),
)
