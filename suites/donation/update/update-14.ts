import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import { cases, ensure, requirement } from '../../../harness/authoring/index.ts'

/** A donation that no service has. */
const UNKNOWN = 'no-such-donation'

/** The beginning of a shorter id may well be another donation's id. */
const LONG_ID = 16

/** Ids that are no donation's, made from a known one's where they are near misses. */
const UNKNOWN_IDS: Readonly<Record<string, (known: string) => string>> = {
  'a random UUID': () => '3e1f6a52-9b0c-4d7e-8f21-5a6b7c8d9e0f',
  'a word': () => UNKNOWN,
  'a long one': () => 'x'.repeat(200),
  'a number': () => '987654321098765',
  'a known one with something behind it': (id) => `${id}-no-such`,
  'a known one with something before it': (id) => `no-such-${id}`,
  'the beginning of a long one': (id) => (id.length < LONG_ID ? UNKNOWN : id.slice(0, -4)),
}

/** An unknown donation id gives no 2xx. */
export const update14 = requirement(
  'UPDATE-14',
  cases(UNKNOWN_IDS, async ({ api, target }, makeId) => {
    const [known = ''] = [...target.pledgedDonationIds, ...target.nonPledgedDonationIds]
    for (const by of UPDATE_METHODS) {
      const exchange = await api.update(by, makeId(known), {})
      ensure(
        !isAccepted(exchange) && exchange.response !== undefined,
        'no 2xx for a donation that does not exist',
        describeAnswer(exchange),
        [exchange],
      )
    }
  }),
)
