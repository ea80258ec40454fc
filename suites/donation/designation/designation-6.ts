import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { isAccepted } from '../../../client/http/answer.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { cases, requirement } from '../../../harness/authoring/index.ts'
import { apply, type UpdateBody } from '../../support/donation.ts'
import { expectCleared, setDesignation, WITHOUT_DESIGNATION } from './present.ts'

export const designation6 = requirement(
  'DESIGNATION-6',
  cases<[UpdateMethod, UpdateBody]>(
    Object.fromEntries(
      UPDATE_METHODS.flatMap((by) =>
        Object.entries(WITHOUT_DESIGNATION).map(([name, body]) => [`${by} of ${name}`, [by, body] as const]),
      ),
    ),
    async (context, [by, body]) => {
      const donation = await context.donation()
      const { id } = await setDesignation(context, donation)
      const exchange = await context.api.update(by, donation, body)
      if (!isAccepted(exchange))
        throw new InconclusiveError('an update without designation was refused (see UPDATE-1)')
      await expectCleared(context, donation, exchange, id, 'an update that leaves it out')
    },
  ),
  cases<UpdateBody>(
    'pledged donations',
    { quantity: { quantity: 3 }, identifier: { identifier: 'B-2' }, source: { source: 'gala' } },
    async (context, body) => {
      const donation = await context.donation(context.known('pledged'))
      const { id } = await setDesignation(context, donation)
      const { exchange } = await apply(context, donation, body)
      await expectCleared(context, donation, exchange, id, 'an update that leaves it out')
    },
  ),
)
