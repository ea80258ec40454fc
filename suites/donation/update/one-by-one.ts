import type { UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import type { TargetConfig } from '../../../client/environment/config.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../../contract/index.ts'
import { type Context, ensure, wrongFields } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { readBack } from '../../support/read-back.ts'
import { comparableFields } from '../../support/record.ts'
import { expectPlainHiddenUnchanged, hiddenAfter } from './model/hidden-unchanged.ts'
import { mineOf, OTHER_VALUES, withBystander } from './of-another.ts'

/** Each field by itself; a designation is cleared by what comes next. */
function oneFieldEach({ designationIds: [designation_id] }: TargetConfig): readonly UpdateBody[] {
  const fields = Object.entries({ ...OTHER_VALUES, ...(designation_id && { designation_id }) })
  return fields.map(([field, value]) => ({ [field]: value }))
}

/** Judges that updates of one field or two each leave another donation that is alike as it is. */
export async function oneByOne(context: Context, by: UpdateMethod): Promise<void> {
  const [one, other] = await withBystander(context, -1, by === 'PATCH' ? 'pledged' : 'other')
  const mine = mineOf(`single${by.toLowerCase()}`)
  await apply(context, one, mine)
  await apply(context, other, mine)
  const before = await readBack(context, other)
  const hidden = await hiddenAfter(context, other, mine)
  const updates: Exchange[] = []
  // What follows from a value that both have still comes before that value or behind it: by one method each.
  const bodies = oneFieldEach(context.target)
  const inTurn = by === 'PUT' ? bodies.toReversed() : bodies
  // The email last: until then both are of one donor.
  const emailLast = inTurn.toSorted((a, b) => Number('donor_email' in a) - Number('donor_email' in b))
  // Which of them goes alone by the one method goes beside the next by the other.
  const alone = bodies.filter((_, at) => (at % 2 === 0) === (by === 'PATCH'))
  for (const [at, body] of emailLast.entries())
    updates.push(
      await context.api.update(by, one, alone.includes(body) ? body : { ...body, ...emailLast[at + 1] }),
    )
  await expectPlainHiddenUnchanged(context, other, hidden, updates, ['designation_id'])
  expectUnchanged(before.record, await readBack(context, other), comparableFields(mine, before), updates)
  await expectOwnNames(context, one, mine, by)
}

/** Judges that an address which another donation has brings nothing else of it along: names go with a known donor. */
async function expectOwnNames(
  context: Context,
  donation: string,
  mine: ReturnType<typeof mineOf>,
  by: UpdateMethod,
): Promise<void> {
  const shared = await context.api.update(by, donation, { donor_email: mine.donor_email })
  const record = recordOf(shared) ?? {}
  const foreign = SETTABLE_FIELDS.filter((field) => field !== 'donor_email' && record[field] === mine[field])
  ensure(
    foreign.length === 0,
    'its own values beside an address that another donation has',
    wrongFields(foreign, record),
    [shared],
    'UPDATE-4',
  )
}
