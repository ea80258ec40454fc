import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError, NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, cases, requirement, test } from '../../../harness/authoring/index.ts'
import { OTHER_OWNERS } from '../../axes/holders.ts'
import { methodOf } from '../../axes/methods.ts'
import { authorizationOf } from '../../axes/tokens.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { ONE_GATED_FIELD } from '../../support/gated.ts'
import { UNKNOWN_DESIGNATION } from '../../support/unknown.ts'
import { expectCleared, setDesignation } from './present.ts'
import { WITHOUT_DESIGNATION } from './without-designation.ts'

/** By which method, what, and which turn of the designations it is. */
const LEAVING_IT_OUT: Readonly<Record<string, readonly [UpdateMethod, UpdateBody, number]>> =
  Object.fromEntries(
    UPDATE_METHODS.flatMap((by) =>
      Object.entries(WITHOUT_DESIGNATION).map(([name, body], index) => [
        `${by} of ${name}`,
        [by, body, index + UPDATE_METHODS.indexOf(by)] as const,
      ]),
    ),
  )

/** Leaving the designation out clears it too: the one documented exception to partial update. */
export const designation6 = requirement(
  'DESIGNATION-6',
  cases(LEAVING_IT_OUT, async (context, [by, body, turn]) => {
    const donation = await context.donation()
    // What is sent by PUT changes nothing else.
    const id = await setDesignation(context, donation, turn, by === 'PUT' ? body : {})
    await expectClearedBy(context, donation, id, await context.api.update(by, donation, body))
  }),
  cases('with other tokens', OTHER_OWNERS, async (context, holder) => {
    const donation = await context.donation()
    const id = await setDesignation(context, donation)
    const headers = await authorizationOf(context, holder)
    await expectClearedBy(
      context,
      donation,
      id,
      await context.api.update('PATCH', donation, PLAIN_UPDATE, headers),
    )
  }),
  test('beside what is not ours', async (context) => {
    const donation = await context.donation()
    const id = await setDesignation(context, donation)
    const exchange = await context.api.update('PUT', donation, { nickname: 'Ada' })
    if (!isAccepted(exchange)) throw new NotApplicableError('an unknown field is refused, which is open')
    await expectClearedBy(context, donation, id, exchange)
  }),
  cases('pledged donations', ONE_GATED_FIELD, async (context, body, name) => {
    const donation = await context.donation(context.requireKind('pledged'))
    const by = methodOf(Object.keys(ONE_GATED_FIELD).indexOf(name))
    const id = await setDesignation(context, donation)
    await context.api.update(by, donation, { ...body, designation_id: UNKNOWN_DESIGNATION })
    await expectClearedBy(context, donation, id, await context.api.update(by, donation, body))
  }),
)

async function expectClearedBy(
  context: Context,
  donation: string,
  id: string,
  exchange: Exchange,
): Promise<void> {
  if (!isAccepted(exchange))
    throw new InconclusiveError('an update without designation was refused (see UPDATE-1)')
  await expectCleared(context, donation, exchange, id, 'an update that leaves it out')
}
