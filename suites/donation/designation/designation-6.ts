import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { ONE_GATED_FIELD } from '../../support/gated.ts'
import { expectCleared, setDesignation } from './present.ts'
import { WITHOUT_DESIGNATION } from './without-designation.ts'

const LEAVING_IT_OUT: Readonly<Record<string, readonly [UpdateMethod, UpdateBody]>> = Object.fromEntries(
  UPDATE_METHODS.flatMap((by) =>
    Object.entries(WITHOUT_DESIGNATION).map(([name, body]) => [`${by} of ${name}`, [by, body] as const]),
  ),
)

/** Leaving the designation out clears it too: the one documented exception to partial update. */
export const designation6 = requirement(
  'DESIGNATION-6',
  cases(LEAVING_IT_OUT, async (context, [by, body]) => {
    const donation = await context.donation()
    const id = await setDesignation(context, donation)
    const exchange = await context.api.update(by, donation, body)
    if (!isAccepted(exchange))
      throw new InconclusiveError('an update without designation was refused (see UPDATE-1)')
    await expectCleared(context, donation, exchange, id, 'an update that leaves it out')
  }),
  cases('pledged donations', ONE_GATED_FIELD, async (context, body) => {
    const donation = await context.donation(context.known('pledged'))
    const id = await setDesignation(context, donation)
    const { exchange } = await apply(context, donation, body)
    await expectCleared(context, donation, exchange, id, 'an update that leaves it out')
  }),
)
