import { describeAnswer, isAccepted, jsonObjectOf, jsonOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { requirement, test } from '../../../harness/authoring/index.ts'
import { type Organization, signInWithOrganizations } from './organizations.ts'

/** One answer of GET /v1/organizations, beside the token response of the same user. */
export const org6 = requirement(
  'ORG-6',
  test(async ({ api, oauth, observe }) => {
    const { organizations, accessToken } = await signInWithOrganizations(oauth)
    const exchange = await api.organizations({ authorization: `Bearer ${accessToken}` })
    if (!isAccepted(exchange))
      throw new InconclusiveError(`no answer to look at (see ORG-5): ${describeAnswer(exchange)}`)
    observe('shape of GET /v1/organizations', shapeOf(exchange))
    observe("the token's organizations appear in it", howManyAppear(organizations, exchange))
  }),
)

function shapeOf(exchange: Exchange): string {
  if (Array.isArray(jsonOf(exchange))) return 'an array'
  const keys = Object.keys(jsonObjectOf(exchange) ?? {}).toSorted()
  return `an object with keys ${keys.join(', ')}`
}

/** The shape is not known: an id appears where it stands as a JSON string anywhere in the body. */
function howManyAppear(organizations: readonly Organization[], { response }: Exchange): string {
  const body = response?.body ?? ''
  const appearing = organizations.filter(({ id }) => body.includes(JSON.stringify(id)))
  if (appearing.length === organizations.length) return 'all'
  return appearing.length > 0 ? 'some' : 'none'
}
