import type { UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { SETTABLE_FIELDS } from '../../support/donors.ts'

/**
 * Judges PLEDGED-4 for one body: a donation that is not pledged takes it, where a pledged one does.
 * @throws ViolationError where it does not; InconclusiveError where a pledged one does not take it either.
 */
export async function expectUpdatable(context: Context, body: UpdateBody, by: UpdateMethod): Promise<void> {
  const { api, target } = context
  const [other, pledged] =
    target.pledgedDonationIds.length > 0
      ? await context.donations('other', 'pledged')
      : [await context.donation('other'), undefined]
  const exchange = await api.update(by, other, body)
  if (!isAccepted(exchange) && pledged && !isAccepted(await api.update(by, pledged, body)))
    throw new InconclusiveError('a pledged donation does not take this update either')
  ensure(isAccepted(exchange), 'the update to be accepted in any status', describeAnswer(exchange), [
    exchange,
  ])
  const ignored = ignoredField(body, exchange)
  if (ignored && pledged) {
    // Where the field does not come back on a pledged donation either, UPDATE-3 says so.
    const there = ignoredField(body, await api.update(by, pledged, body))
    ensure(there === ignored, `${ignored} to be updated in any status`, describeAnswer(exchange), [exchange])
  }
}

/** The first observable field that the answer shows with another value than the one sent. */
function ignoredField(body: UpdateBody, exchange: Exchange): string | undefined {
  const record = recordOf(exchange)
  return record && SETTABLE_FIELDS.find((field) => field in body && record[field] !== body[field])
}
