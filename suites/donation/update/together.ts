import type { UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { reset } from '../../support/apply.ts'
import { untilOverlap } from '../../support/at-once.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { read } from '../../support/read-back.ts'

/** Updates of one donation that leave out what the others send. */
const FIELDS = [
  ['donor_city', 'PATCH'],
  ['donor_first_name', 'PUT'],
  ['donor_address_line_1', 'PATCH'],
] as const satisfies readonly (readonly [string, UpdateMethod])[]

/**
 * Judges that of updates sent at the same moment none undoes what another sent: a service that reads the whole record and
 * writes it back loses one. One that refuses some of them, with 409 or 429, loses nothing.
 * @throws ViolationError where one was accepted and is not there afterwards; InconclusiveError where they did not overlap.
 */
export async function expectNoneLost(context: Context): Promise<void> {
  const { api, target } = context
  const donation = await context.donation()
  const other: UpdateBody = OTHER_DONOR
  await untilOverlap(context, async () => {
    await reset(context, donation)
    const sent: Exchange[] = await context.atOnce(
      target.apiUrl,
      FIELDS.map(
        ([field, by]) =>
          () =>
            api.update(by, donation, { [field]: other[field] }),
      ),
    )
    const { record, exchange } = await read(context, donation)
    const lost = FIELDS.filter(([field], index) => {
      const answer = sent[index]
      return answer && isAccepted(answer) && record[field] !== other[field]
    }).map(([field]) => field)
    ensure(
      lost.length === 0,
      'every field that was accepted, though others were sent at the same moment',
      `${lost.join(', ')} as before`,
      [...sent, exchange],
    )
    return sent
  })
}
