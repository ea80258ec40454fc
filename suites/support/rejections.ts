import { RawBody, type UpdateMethod } from '../../client/donations/api.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'
import { UNKNOWN_DESIGNATION } from './unknown.ts'

/** Sends an update that the service should refuse, by PATCH unless told otherwise, and returns the answer. */
type Rejection = (context: Context, by?: UpdateMethod) => Promise<Exchange>

/** Ways to be refused by the update operation, each for a reason of its own. */
export const REJECTIONS: Readonly<Record<string, Rejection>> = {
  'an unknown donation': ({ api }, by = 'PATCH') => api.update(by, 'no-such-donation', {}),
  'a foreign donation': ({ api, target: { foreignDonationId } }, by = 'PATCH') => {
    if (!foreignDonationId) throw new NotApplicableError('no foreign donation is known')
    return api.update(by, foreignDonationId, {})
  },
  'a wrong type': updateWith({ donor_city: 7 }),
  'a bad email': updateWith({ donor_email: 'no' }),
  'a bad country': updateWith({ donor_country: 'ZZ' }),
  'a gated field': async (context, by = 'PATCH') =>
    context.api.update(by, await context.donation(context.requireKind('other')), { quantity: 2 }),
  'an unknown designation': updateWith({ designation_id: UNKNOWN_DESIGNATION }),
  'an advisor without email': updateWith({ advisor: {} }),
  'malformed JSON': updateWith(new RawBody('{')),
  'no token': async (context, by = 'PATCH') =>
    context.api.update(by, await context.donation(), {}, { authorization: null }),
}

function updateWith(body: unknown): Rejection {
  return async (context, by = 'PATCH') => context.api.update(by, await context.donation(), body)
}
