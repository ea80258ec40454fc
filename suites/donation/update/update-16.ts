import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer } from '../../../client/http/answer.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { type Context, cases, ensure, property, requirement } from '../../../harness/authoring/index.ts'
import { KINDS, method, ONE_FIELD } from '../../support/bodies.ts'
import { expectPlainStored, judgeWithControl } from '../../support/control.ts'
import { apply, comparable, expectKept, recordOf, reset, type UpdateBody } from '../../support/donation.ts'

export const update16 = requirement(
  'UPDATE-16',
  ...KINDS.map((kind) =>
    property(
      kind,
      fc.tuple(method(), partialUpdate({ pledged: kind === 'pledged' })),
      async (context, [by, body]) => {
        await expectSameAgain(context, await context.donation(context.known(kind)), body, by)
      },
      { share: 0.15 },
    ),
  ),
  cases('one field at a time', ONE_FIELD, async (context, body) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS) await expectSameAgain(context, donation, body, by)
  }),
)

/** Judges UPDATE-16 for one body. */
async function expectSameAgain(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  await reset(context, donation)
  const first = await apply(context, donation, body, by)
  const again = await context.api.update(by, donation, body)
  const record = recordOf(again)
  ensure(record !== undefined, 'the same record once more', describeAnswer(again), [first.exchange, again])
  await judgeWithControl(
    async () =>
      expectKept(first.record, { record, exchange: again }, comparable(body, first), [first.exchange]),
    () => expectPlainStored(context, donation, by),
    'UPDATE-3',
  )
}
