import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'

export const update14 = requirement(
  'UPDATE-14',
  cases<(known: string) => string>(
    {
      'a random UUID': () => '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f',
      'a word': () => 'no-such-donation',
      'a long one': () => 'x'.repeat(200),
      'a number': () => '987654321098765',
      'a known one with something behind it': (id) => `${id}-no-such`,
      'a known one with something before it': (id) => `no-such-${id}`,
      // A shorter one may well be another donation's.
      'the beginning of a long one': (id) => (id.length < 16 ? 'no-such-donation' : id.slice(0, -4)),
    },
    async ({ api, target }, make) => {
      const [known = ''] = [...target.pledgedDonationIds, ...target.nonPledgedDonationIds]
      const id = make(known)
      for (const by of UPDATE_METHODS) {
        const exchange = await api.update(by, id, {})
        ensure(
          !isAccepted(exchange) && exchange.response !== undefined,
          'no 2xx for a donation that does not exist',
          describeAnswer(exchange),
          [exchange],
        )
      }
    },
  ),
)
