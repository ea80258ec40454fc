import fc from 'fast-check'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import type { UpdateDonationRequest } from '../../../contract/index.ts'
import { partialUpdate } from '../../../generators/index.ts'
import type { Context } from '../../../harness/authoring/index.ts'
import { anyMethod } from '../../axes/methods.ts'
import { apply } from '../../support/apply.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { readBack } from '../../support/read-back.ts'
import { comparableFields } from '../../support/record.ts'
import { mineOf } from './of-another.ts'

type Drawn = readonly [by: UpdateMethod, body: UpdateDonationRequest, together: boolean, sameDonor: boolean]

/** How one of two donations is updated, and whether the other is at the same moment, and of the same donor. */
export const ANY_UPDATE: fc.Arbitrary<Drawn> = fc.tuple(
  anyMethod,
  partialUpdate({ pledged: false }),
  fc.boolean(),
  fc.boolean(),
)

/** Judges that a generated update leaves another donation as it is. */
export async function anyUpdate(context: Context, [by, body, together, sameDonor]: Drawn): Promise<void> {
  const [one, other] = await context.donations('any', 'any')
  const mine = { ...mineOf('any'), donor_city: 'Elsewhere' }
  // Two donations of one donor are still two.
  if (sameDonor) await apply(context, one, mine)
  await apply(context, other, mine)
  const before = await readBack(context, other)
  const [update] = await Promise.all([
    context.api.update(by, one, body),
    ...(together ? [context.api.update(by, other, mine)] : []),
  ])
  expectUnchanged(before.record, await readBack(context, other), comparableFields(mine, before), [update])
}
