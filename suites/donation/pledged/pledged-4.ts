import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { type Context, cases, ensure, property, requirement } from '../../../harness/authoring/index.ts'
import { PLAIN_DONOR, recordOf, SETTABLE_FIELDS, type UpdateBody } from '../../support/donation.ts'
import { method } from './gated.ts'

/** Every field that is not gated, at once. */
const UNGATED: UpdateBody = {
  ...PLAIN_DONOR,
  donor_postal_code: 'K1A 0B1',
  donor_country: 'ad',
  memo: 'thank you',
  designation_id: null,
  advisor: { email: 'advisor@example.com' },
}

export const pledged4 = requirement(
  'PLEDGED-4',
  property(
    fc.tuple(method, partialUpdate({ pledged: false })),
    async (context, [by, body]) => expectUpdatable(context, body, by),
    { share: 0.5 },
  ),
  cases<UpdateBody>(
    'each field',
    ({ designationIds: [designation_id = null] }) => ({
      donor_first_name: { donor_first_name: 'Ada' },
      donor_last_name: { donor_last_name: 'Lovelace' },
      donor_email: { donor_email: 'ada@example.com' },
      donor_address_line_1: { donor_address_line_1: '1 Main Street' },
      donor_address_line_2: { donor_address_line_2: 'Flat 2' },
      donor_city: { donor_city: 'Rome' },
      donor_province: { donor_province: 'Lazio' },
      donor_postal_code: { donor_postal_code: '00100' },
      donor_country: { donor_country: 'ad' },
      memo: { memo: 'thank you' },
      designation_id: { designation_id },
      'designation_id null': { designation_id: null },
      advisor: { advisor: { email: 'advisor@example.com' } },
      'advisor null': { advisor: null },
    }),
    async (context, body) => {
      for (const by of UPDATE_METHODS) await expectUpdatable(context, body, by)
    },
  ),
  // A service may lock a field in one status and not in another.
  cases(
    'every donation',
    ({ nonPledgedDonationIds }) =>
      Object.fromEntries(nonPledgedDonationIds.map((_, index) => [`number ${index + 1}`, index])),
    async (context) => expectUpdatable(context, UNGATED, 'PATCH'),
  ),
)

/** Judges that a donation which is not pledged takes an update that a pledged one takes. */
async function expectUpdatable(context: Context, body: UpdateBody, by: UpdateMethod): Promise<void> {
  const hasPledged = context.target.pledgedDonationIds.length > 0
  const [other, pledged] = hasPledged
    ? await context.donations('other', 'pledged')
    : [await context.donation('other'), undefined]
  const exchange = await context.api.update(by, other, body)
  const ignored = ignoredField(body, exchange)
  const isTaken = isAccepted(exchange) && ignored === undefined
  const there = isTaken || !pledged ? undefined : await context.api.update(by, pledged, body)
  if (!isAccepted(exchange) && there && !isAccepted(there))
    throw new InconclusiveError('a pledged donation does not take this update either')
  ensure(isAccepted(exchange), 'the update to be accepted in any status', describeAnswer(exchange), [
    exchange,
  ])
  // Where the field does not come back on a pledged donation either, UPDATE-3 says so.
  const isKeptThere = ignored !== undefined && there !== undefined && ignoredField(body, there) !== ignored
  ensure(!isKeptThere, `${ignored} to be updated in any status`, describeAnswer(exchange), [exchange])
}

/** The first field that the answer shows with another value than the one sent. */
function ignoredField(body: UpdateBody, exchange: Exchange): string | undefined {
  const record = recordOf(exchange)
  return record && SETTABLE_FIELDS.find((field) => field in body && record[field] !== body[field])
}
