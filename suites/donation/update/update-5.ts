import fc from 'fast-check'
import { invalidUpdate, partialUpdate } from '../../../generators/index.ts'
import { type Context, cases, property, requirement } from '../../../harness/authoring/index.ts'
import { ONE_FIELD, type UpdateBody } from '../../support/bodies.ts'
import { KINDS } from '../../support/donations.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { answerTo, effectOf } from './effect.ts'
import {
  expectNoFieldMissing,
  expectRecordByBothOrNeither,
  expectSameAfterwards,
  expectSameRecord,
  expectSameStatus,
} from './same-effect.ts'

const { donor_first_name, donor_last_name, donor_email, ...address } = OTHER_DONOR

/** Halves of a donor: each leaves out what the other holds. */
const SEVERAL = { person: { donor_first_name, donor_last_name, donor_email }, address }

/** PUT behaves as PATCH: same body, same status, same record, and PUT clears nothing that was left out. */
export const update5 = requirement(
  'UPDATE-5',
  ...KINDS.map((kind) =>
    property(
      kind,
      fc.oneof(
        { arbitrary: partialUpdate({ pledged: kind === 'pledged' }), weight: 3 },
        { arbitrary: invalidUpdate({ pledged: kind === 'pledged' }).map(({ body }) => body), weight: 1 },
      ),
      async (context, body) => expectSameByBoth(context, await context.donation(context.known(kind)), body),
      { share: 0.03 },
    ),
  ),
  cases<UpdateBody>(
    'one field at a time',
    ({ designationIds: [designation_id = null] }) => ({
      nothing: {},
      ...ONE_FIELD,
      'a designation': { designation_id },
    }),
    async (context, body) => expectSameByBoth(context, await context.donation(), body),
  ),
  ...KINDS.map((kind) =>
    cases(`several fields, while others are linked, ${kind}`, SEVERAL, async (context, body) => {
      const [designation_id = null] = context.target.designationIds
      const linked = { designation_id, advisor: { email: 'advisor@example.com' } }
      await expectSameByBoth(context, await context.donation(context.known(kind)), body, linked)
    }),
  ),
)

/**
 * Judges UPDATE-5 for one body: sent by each method to a donation in the same state, it has the same effect.
 */
async function expectSameByBoth(
  context: Context,
  donation: string,
  body: UpdateBody,
  linked: UpdateBody = {},
): Promise<void> {
  const patch = await effectOf(context, donation, body, 'PATCH', linked)
  const put = await effectOf(context, donation, body, 'PUT', linked)
  expectSameStatus(patch, put)
  expectRecordByBothOrNeither(patch, put)
  await expectNoFieldMissing(patch, put, (by) => answerTo(context, donation, body, by, linked))
  expectSameRecord(patch, put)
  expectSameAfterwards(patch, put)
}
