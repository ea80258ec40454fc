import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { recordOf } from '../../../client/donations/record.ts'
import { describeAnswer, isJsonObject } from '../../../client/http/answer.ts'
import { partialUpdate } from '../../../generators/index.ts'
import {
  type Context,
  cases,
  covering,
  ensure,
  property,
  requirement,
} from '../../../harness/authoring/index.ts'
import { anyMethod, METHOD_AXIS, otherMethod } from '../../axes/methods.ts'
import { apply, reset } from '../../support/apply.ts'
import { ONE_FIELD, PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { expectPlainStored, withControl } from '../../support/control.ts'
import { ADVISOR_AXIS, designationAxis, KIND_AXIS, KINDS } from '../../support/donations.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { expectUnchanged } from '../../support/expect-record.ts'
import { ONE_GATED_FIELD, PLAIN_GATED } from '../../support/gated.ts'
import { comparableFields, differences } from '../../support/record.ts'
import { FULL_ADVISOR } from '../advisor/examples.ts'
import { expectAdvisorUnchanged, expectPlainHiddenUnchanged, hiddenAfter } from './model/hidden-unchanged.ts'

/** With a text that a careless service appends to the one that is there. */
const REPEATED_ADVISOR = { ...FULL_ADVISOR, email: 'repeated.advisor@example.com' }

/** Repeating an update gives the same record. */
export const update16 = requirement(
  'UPDATE-16',
  ...KINDS.map((kind) =>
    property(
      kind,
      fc.tuple(anyMethod, partialUpdate({ pledged: kind === 'pledged' })),
      async (context, [by, body]) => {
        await expectSameAgain(context, await context.donation(context.requireKind(kind)), body, by)
      },
      { share: 0.02 },
    ),
  ),
  covering(
    'whatever is linked',
    {
      kind: KIND_AXIS,
      advisor: ADVISOR_AXIS,
      designation: designationAxis,
      by: METHOD_AXIS,
    },
    async (context, { kind, advisor, designation, by }) => {
      const donation = await context.donation(context.requireKind(kind))
      const body = { ...PLAIN_UPDATE, ...OTHER_DONOR, ...(kind === 'pledged' && PLAIN_GATED) }
      await context.api.update('PATCH', donation, { ...advisor, ...designation })
      await expectSameAgain(context, donation, body, by, 3)
    },
  ),
  cases(
    'one field at a time',
    { ...ONE_FIELD, advisor: { advisor: REPEATED_ADVISOR } },
    async (context, body) => {
      const donation = await context.donation()
      for (const by of UPDATE_METHODS) await expectSameAgain(context, donation, body, by)
    },
  ),
  cases('fields of a pledged donation', ONE_GATED_FIELD, async (context, body) => {
    const donation = await context.donation(context.requireKind('pledged'))
    for (const by of UPDATE_METHODS) await expectSameAgain(context, donation, body, by)
  }),
)

/** Judges UPDATE-16 for one body that is sent so many times. */
async function expectSameAgain(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
  times = 2,
): Promise<void> {
  await reset(context, donation)
  const first = await apply(context, donation, body, by)
  const hidden = await hiddenAfter(context, donation, body)
  // By the other method it is the same update (UPDATE-5). Here it only has to be accepted.
  for (let time = 2; time < times; time++) {
    const between = await context.api.update(otherMethod(by), donation, body)
    const record = recordOf(between)
    ensure(record !== undefined, 'the same record once more', describeAnswer(between), [between])
    // What goes to and fro is as it was after two more. Whether the other method alone is why, two by one method tell.
    if (differences(first.record, record, comparableFields(body, first)).length > 0)
      return expectSameAgain(context, donation, body, by)
  }
  const again = await context.api.update(by, donation, body)
  const record = recordOf(again)
  ensure(record !== undefined, 'the same record once more', describeAnswer(again), [first.exchange, again])
  const second = { record, exchange: again }
  await withControl(
    async () => expectUnchanged(first.record, second, comparableFields(body, first), [first.exchange]),
    async () => {
      // What the control sends was not sent just before.
      await reset(context, donation)
      await expectPlainStored(context, donation, by)
    },
    'UPDATE-3',
  )
  await expectPlainHiddenUnchanged(context, donation, hidden, [first.exchange, again])
  if (isJsonObject(body.advisor))
    await expectAdvisorUnchanged(context, donation, body.advisor, hidden, [first.exchange, again])
}
