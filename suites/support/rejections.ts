import { RawBody } from '../../client/donations/api.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { NotApplicableError } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'

/** Ways to be refused by the update operation, each for a reason of its own. */
export const REJECTIONS: Readonly<Record<string, (context: Context) => Promise<Exchange>>> = {
  'an unknown donation': ({ api }) => api.update('PATCH', 'no-such-donation', {}),
  'a foreign donation': ({ api, target: { foreignDonationId } }) => {
    if (!foreignDonationId) throw new NotApplicableError('no foreign donation is known')
    return api.update('PATCH', foreignDonationId, {})
  },
  'a wrong type': async (context) => context.api.update('PATCH', await context.donation(), { donor_city: 7 }),
  'a bad email': async (context) =>
    context.api.update('PATCH', await context.donation(), { donor_email: 'no' }),
  'a bad country': async (context) =>
    context.api.update('PATCH', await context.donation(), { donor_country: 'ZZ' }),
  'a gated field': async (context) =>
    context.api.update('PATCH', await context.donation('other'), { quantity: 2 }),
  'an unknown designation': async (context) =>
    context.api.update('PATCH', await context.donation(), {
      designation_id: '5b1f0c3e-7a2d-4e88-9c41-6d2f8b7a0e13',
    }),
  'an advisor without email': async (context) =>
    context.api.update('PATCH', await context.donation(), { advisor: {} }),
  'malformed JSON': async (context) =>
    context.api.update('PATCH', await context.donation(), new RawBody('{')),
  'no token': async (context) =>
    context.api.update('PATCH', await context.donation(), {}, { authorization: null }),
}
