import { type RawBody, UPDATE_METHODS, type UpdateMethod } from '../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { type Context, ensure, expect } from '../../harness/authoring/index.ts'
import { apply } from './apply.ts'
import type { UpdateBody } from './bodies.ts'
import { PLAIN_DONOR } from './donors.ts'

/** The simplest update there is: where it is refused too, the refusal of another one means nothing. */
const SIMPLE: UpdateBody = { donor_first_name: PLAIN_DONOR.donor_first_name }

/**
 * Judges that an update is accepted, where a simpler one is.
 * @param others what it holds beside the fields that are judged: where that is refused by itself, nothing is
 * judged.
 * @throws ViolationError where it is not; InconclusiveError where simpler ones are not either.
 */
export async function expectAccepted(
  context: Context,
  id: string,
  body: UpdateBody | RawBody,
  method: UpdateMethod,
  others: UpdateBody = {},
): Promise<Exchange> {
  const exchange = await context.api.update(method, id, body)
  if (!isAccepted(exchange)) {
    await apply(context, id, SIMPLE, method)
    if (Object.keys(others).length > 0) await apply(context, id, others, method)
  }
  ensure(isAccepted(exchange), 'the update to be accepted (2xx)', describeAnswer(exchange), [exchange])
  return exchange
}

/**
 * Judges that an update is refused by both methods.
 * @throws ViolationError where it is not.
 */
export async function expectRefusedByBoth({ api }: Context, id: string, body: UpdateBody): Promise<void> {
  for (const method of UPDATE_METHODS) expect(await api.update(method, id, body)).toBeRefused()
}
