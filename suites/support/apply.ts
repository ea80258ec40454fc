import type { UpdateMethod } from '../../client/donations/api.ts'
import { recordOf } from '../../client/donations/record.ts'
import { describeAnswer, isRefused } from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Context } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'
import { PLAIN_DONOR } from './donors.ts'
import type { Shown } from './record.ts'

/**
 * Applies an update where that has to work for the test to go on.
 * @throws InconclusiveError where it is refused or shows no record; UPDATE-1 and others judge that.
 */
export async function apply(
  { api }: Context,
  id: string,
  body: UpdateBody,
  method: UpdateMethod = 'PATCH',
): Promise<Shown> {
  const exchange = await api.update(method, id, body)
  const record = recordOf(exchange)
  if (record) return { record, exchange }
  throw new InconclusiveError(
    `an update that leads there was not applied (see UPDATE-1): ${describeAnswer(exchange)}`,
  )
}

/**
 * Gives a donation the known values of the plain donor, so that whatever changes or goes away can be seen.
 * @throws InconclusiveError as {@link apply} does.
 */
export function reset(context: Context, id: string): Promise<Shown> {
  return apply(context, id, PLAIN_DONOR)
}

/**
 * Sends an update that has to be refused for the test to go on.
 * @throws InconclusiveError where it is not; the requirement that it breaks judges that.
 */
export async function sendRefused(
  { api }: Context,
  id: string,
  body: UpdateBody,
  method: UpdateMethod,
): Promise<Exchange> {
  const exchange = await api.update(method, id, body)
  if (isRefused(exchange)) return exchange
  throw new InconclusiveError('the update was not refused, so there is nothing to look at')
}
