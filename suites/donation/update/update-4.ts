import fc from 'fast-check'
import { UPDATE_METHODS, type UpdateMethod } from '../../../client/donations/api.ts'
import { OBSERVABLE_FIELDS } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { partialUpdate } from '../../../generators/index.ts'
import { type Context, cases, property, requirement } from '../../../harness/authoring/index.ts'
import { GATED_EXAMPLES, KINDS, method, ONE_FIELD, PAIRS } from '../../support/bodies.ts'
import { apply, expectKept, read, reset, type UpdateBody } from '../../support/donation.ts'

const leftOutOf = (body: UpdateBody) => OBSERVABLE_FIELDS.filter((field) => !(field in body))

export const update4 = requirement(
  'UPDATE-4',
  ...KINDS.map((kind) =>
    property(
      kind,
      fc.tuple(method(), partialUpdate({ pledged: kind === 'pledged' })),
      async (context, [by, body]) => {
        if (Object.keys(body).length === 0) throw new InconclusiveError('nothing was sent (see UPDATE-6)')
        await expectLeftOutKept(context, await context.donation(context.known(kind)), body, by)
      },
      { share: 0.25 },
    ),
  ),
  cases<UpdateBody>(
    'one field at a time',
    ({ designationIds: [designation_id = null] }) => ({ ...ONE_FIELD, designation: { designation_id } }),
    async (context, body) => {
      const donation = await context.donation()
      for (const by of UPDATE_METHODS) await expectLeftOutKept(context, donation, body, by)
    },
  ),
  cases('fields of a pledged donation', GATED_EXAMPLES, async (context, body) => {
    const donation = await context.donation(context.known('pledged'))
    for (const by of UPDATE_METHODS) await expectLeftOutKept(context, donation, body, by)
  }),
  /** Without a look in between: what is lost by it may be lost when the same is sent again. */
  cases<UpdateBody>('one field, twice', ONE_FIELD, async (context, body) => {
    const donation = await context.donation()
    const before = await reset(context, donation)
    const first = await apply(context, donation, body)
    expectKept(before.record, await apply(context, donation, body), leftOutOf(body), [first.exchange])
  }),
  cases('two fields at a time', PAIRS, async (context, body) => {
    await expectLeftOutKept(context, await context.donation(), body, 'PATCH')
  }),
)

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
