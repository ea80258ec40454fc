import type { UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply, reset } from '../../support/apply.ts'
import { untilOverlap } from '../../support/at-once.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { withControl } from '../../support/control.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { expectShown } from '../../support/expect-record.ts'
import { readBack } from '../../support/read-back.ts'

/** Updates of one donation that leave out what the others send. */
const UPDATES: readonly (readonly [UpdateBody, UpdateMethod])[] = [
  [{ donor_city: OTHER_DONOR.donor_city }, 'PATCH'],
  [{ donor_first_name: OTHER_DONOR.donor_first_name }, 'PUT'],
  [{ donor_address_line_1: OTHER_DONOR.donor_address_line_1 }, 'PATCH'],
  [{ donor_last_name: OTHER_DONOR.donor_last_name }, 'PUT'],
]

/**
 * Judges that of updates sent at the same moment none undoes what another sent: a service that reads the whole record and
 * writes it back loses one. One that refuses some of them, with 409 or 429, loses nothing.
 * @throws ViolationError where one was accepted and is not there afterwards, though it stays where they come
 * one after the other; NotApplicableError where they could not be sent at the same moment: all else decides then.
 */
export async function expectNoneLost(context: Context): Promise<void> {
  const donation = await context.donation()
  await withControl(
    () => expectStoredTogether(context, donation).catch(withoutOverlap),
    () => expectStoredOneByOne(context, donation),
    'UPDATE-3',
  )
}

function withoutOverlap(error: unknown): never {
  throw error instanceof InconclusiveError ? new NotApplicableError(error.message) : error
}

async function expectStoredTogether(context: Context, donation: string): Promise<void> {
  const { api, target } = context
  await untilOverlap(context, async () => {
    await reset(context, donation)
    const sent: Exchange[] = await context.atOnce(
      target.apiUrl,
      UPDATES.map(
        ([body, by]) =>
          () =>
            api.update(by, donation, body),
      ),
    )
    const { record, exchange } = await readBack(context, donation)
    const accepted = UPDATES.filter((_, index) => sent[index] && isAccepted(sent[index]))
    const lost = accepted
      .flatMap(([body]) => Object.entries(body))
      .filter(([field, value]) => record[field] !== value)
    ensure(
      lost.length === 0,
      'every field that was accepted, though others were sent at the same moment',
      `${lost.map(([field]) => field).join(', ')} as before`,
      [...sent, exchange],
    )
    return sent
  })
}

async function expectStoredOneByOne(context: Context, donation: string): Promise<void> {
  await reset(context, donation)
  for (const [body, by] of UPDATES) await apply(context, donation, body, by)
  expectShown(Object.assign({}, ...UPDATES.map(([body]) => body)), await readBack(context, donation))
}
