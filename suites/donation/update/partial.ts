import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import { OBSERVABLE_FIELDS } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { ensure } from '../../../harness/authoring/expect.ts'
import { requirement } from '../../../harness/authoring/requirement.ts'
import type { Context } from '../../../harness/session/context.ts'
import { GATED_EXAMPLES, KINDS, method, ONE_FIELD, PAIRS } from '../../support/bodies.ts'
import { expectPlainStored, judgeWithControl } from '../../support/control.ts'
import {
  apply,
  BY_BOTH,
  comparable,
  expectAccepted,
  expectKept,
  PLAIN_DONOR,
  read,
  recordOf,
  reset,
  type UpdateBody,
} from '../../support/donation.ts'

for (const kind of KINDS) {
  requirement('UPDATE-4', kind).property(
    fc.tuple(method(), partialUpdate({ pledged: kind === 'pledged' })),
    async (context, [by, body]) => {
      if (Object.keys(body).length === 0) throw new InconclusiveError('nothing was sent (see UPDATE-6)')
      await expectLeftOutKept(context, await context.donation(context.known(kind)), body, by)
    },
    { share: 0.25 },
  )
}

requirement('UPDATE-4', 'one field at a time').cases<UpdateBody>(
  ({ designationIds: [designation_id = null] }) => ({ ...ONE_FIELD, designation: { designation_id } }),
  async (context, body) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS) await expectLeftOutKept(context, donation, body, by)
  },
)

requirement('UPDATE-4', 'fields of a pledged donation').cases(GATED_EXAMPLES, async (context, body) => {
  const donation = await context.donation(context.known('pledged'))
  for (const by of UPDATE_METHODS) await expectLeftOutKept(context, donation, body, by)
})

/** Without a look in between: what is lost by it may be lost when the same is sent again. */
requirement('UPDATE-4', 'one field, twice').cases<UpdateBody>(ONE_FIELD, async (context, body) => {
  const donation = await context.donation()
  const before = await reset(context, donation)
  const first = await apply(context, donation, body)
  expectKept(before.record, await apply(context, donation, body), leftOutOf(body), [first.exchange])
})

requirement('UPDATE-4', 'two fields at a time').cases(PAIRS, async (context, body) => {
  await expectLeftOutKept(context, await context.donation(), body, 'PATCH')
})

requirement('UPDATE-6', 'each field by itself').cases<UpdateBody>(ONE_FIELD, async (context, body) => {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) {
    const alone = await context.api.update(by, donation, body)
    if (isAccepted(alone)) continue
    // Where it is refused beside all others too, the requirement of the field says so.
    const { exchange } = await apply(context, donation, { ...PLAIN_DONOR, ...body }, by)
    ensure(false, 'the field to be accepted by itself, as it is beside others', describeAnswer(alone), [
      alone,
      exchange,
    ])
  }
})

requirement('UPDATE-6').cases(BY_BOTH, async (context, by) => {
  const donation = await context.donation()
  const before = await reset(context, donation)
  const empty = await expectAccepted(context, donation, {}, by)
  const after = await apply(context, donation, { memo: 'read back' })
  await judgeWithControl(
    async () => {
      const record = recordOf(empty)
      if (record) expectKept(before.record, { record, exchange: empty }, OBSERVABLE_FIELDS, [])
      expectKept(before.record, after, OBSERVABLE_FIELDS, [empty])
    },
    async () => {
      const plain = await reset(context, donation)
      expectKept(plain.record, await apply(context, donation, { memo: 'read back' }), OBSERVABLE_FIELDS, [])
    },
    'UPDATE-4',
  )
})

for (const kind of KINDS) {
  requirement('UPDATE-16', kind).property(
    fc.tuple(method(), partialUpdate({ pledged: kind === 'pledged' })),
    async (context, [by, body]) => {
      await expectSameAgain(context, await context.donation(context.known(kind)), body, by)
    },
    { share: 0.15 },
  )
}

requirement('UPDATE-16', 'one field at a time').cases(ONE_FIELD, async (context, body) => {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) await expectSameAgain(context, donation, body, by)
})

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

const leftOutOf = (body: UpdateBody) => OBSERVABLE_FIELDS.filter((field) => !(field in body))

/** Judges UPDATE-4 for one body: what it leaves out stays, in the answer and afterwards. */
async function expectLeftOutKept(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  const before = await reset(context, donation)
  const leftOut = leftOutOf(body)
  const after = await apply(context, donation, body, by)
  expectKept(before.record, after, leftOut, [])
  expectKept(before.record, await read(context, donation), leftOut, [after.exchange])
}
