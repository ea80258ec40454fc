import { UPDATE_METHODS } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { reset } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { readBack } from '../../support/read-back.ts'
import type { Shown } from '../../support/record.ts'

/** A donation of the plain donor, the answer to an update of two of its fields, and what is read afterwards. */
interface SentPair {
  readonly before: Shown
  /** Undefined where the update was not accepted. */
  readonly after?: { readonly updated: Shown; readonly stored: Shown }
  readonly exchanges: readonly Exchange[]
}

/** Sends two fields, once for the requirements that judge what is sent and what is left out. */
export function sendPair(context: Context, name: string, body: UpdateBody): Promise<SentPair> {
  return context.sharedEvidence(name, async () => {
    const donation = await context.donation()
    const before = await reset(context, donation)
    const exchange = await context.api.update('PATCH', donation, body)
    const record = recordOf(exchange)
    if (!record) return { before, exchanges: [before.exchange, exchange] }
    const stored = await readBack(context, donation)
    return {
      before,
      after: { updated: { record, exchange }, stored },
      exchanges: [before.exchange, exchange, stored.exchange],
    }
  })
}

/** Sends a field by itself by each method, once for the requirements that judge it. */
export function sendAlone(
  context: Context,
  name: string,
  body: UpdateBody,
): Promise<{ readonly exchanges: readonly Exchange[] }> {
  return context.sharedEvidence(`${name} alone`, async () => {
    const donation = await context.donation()
    const exchanges: Exchange[] = []
    for (const by of UPDATE_METHODS) exchanges.push(await context.api.update(by, donation, body))
    return { exchanges }
  })
}
