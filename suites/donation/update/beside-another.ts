import type { UpdateMethod } from '../../../client/donations/api.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { untilOverlap } from '../../support/at-once.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { readBack } from '../../support/read-back.ts'
import { mineOf } from './of-another.ts'

/** A value that only one of two donations is sent. */
const STRANGE = 'Elsewhere'

/** A service that mixes up updates of the same moment does not do so every time. */
const TIMES = 3

/** Judges that nothing of an update comes to another donation that is updated at the same moment. */
export async function besideAnother(context: Context, by: UpdateMethod): Promise<void> {
  const [one, other] = await context.donations('any', 'any')
  const mine = mineOf(`together${by.toLowerCase()}`)
  await untilOverlap(context, async () => {
    const together: Exchange[] = []
    for (let time = 0; time < context.times(TIMES); time++) {
      await apply(context, one, mine)
      await apply(context, other, mine)
      const updates = await context.atOnce(context.target.apiUrl, [
        () => context.api.update(by, one, { donor_city: STRANGE, memo: STRANGE }),
        async () => (await apply(context, other, { ...OTHER_DONOR, memo: 'of the other' }, by)).exchange,
      ])
      const after = await readBack(context, other)
      const { donor_city, memo } = after.record
      const strange = [donor_city, memo].filter((value) => String(value).includes(STRANGE))
      ensure(
        strange.length === 0,
        'nothing of what another donation was sent',
        strange.map((value) => JSON.stringify(value)).join(', '),
        [...updates.slice(0, 1), after.exchange],
      )
      together.push(...updates)
    }
    return together
  })
}
