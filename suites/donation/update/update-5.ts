import fc from 'fast-check'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { invalidUpdate, partialUpdate } from '../../../generators/index.ts'
import { axis, cases, covering, property, requirement, test } from '../../../harness/authoring/index.ts'
import { refusalAxis } from '../../axes/refusals.ts'
import { ONE_FIELD, type UpdateBody } from '../../support/bodies.ts'
import { ADVISOR_AXIS, designationAxis, KIND_AXIS, KINDS, WITH_ADVISOR } from '../../support/donations.ts'
import { UNKNOWN_DONATION } from '../../support/unknown.ts'
import { expectSameAdvisorByBoth, expectSameByBoth, SEVERAL } from './by-both.ts'
import { FORMATS_OF_BOTH, sendInFormat } from './formats.ts'
import { refuse, requireRefused } from './model/refuse.ts'
import { expectOthersUnchanged, OPEN_BODIES, sendOpen } from './open-bodies.ts'
import { expectSameOutcome, expectSameStatus } from './same-effect.ts'

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
      async (context, body) =>
        expectSameByBoth(context, await context.donation(context.requireKind(kind)), body),
      { share: 0.01 },
    ),
  ),
  cases<UpdateBody>(
    'one field at a time',
    ({ designationIds: [designation_id = null] }) => ({
      nothing: {},
      ...ONE_FIELD,
      'a designation': { designation_id },
    }),
    // An advisor is linked before, so that a null in the body has one to clear.
    async (context, body) => expectSameByBoth(context, await context.donation(), body, WITH_ADVISOR),
  ),
  covering('refused for each reason', { reason: refusalAxis }, async (context, { reason }, name) => {
    const { alike } = requireRefused(await refuse(context, name, reason))
    if (!alike) throw new NotApplicableError('what was refused changed something, which is judged elsewhere')
    expectSameStatus({ answer: alike[0] }, { answer: alike[1] })
  }),
  test('donations that are unknown, and those of others', async (context) => {
    const { foreignDonationId } = context.target
    for (const id of [UNKNOWN_DONATION, ...(foreignDonationId === undefined ? [] : [foreignDonationId])]) {
      const [answer, put] = [
        await context.api.update('PATCH', id, {}),
        await context.api.update('PUT', id, {}),
      ]
      expectSameStatus({ answer }, { answer: put })
    }
  }),
  test('what is open', async (context) => {
    const sent = await sendOpen(context)
    for (const [name, body] of Object.entries(OPEN_BODIES))
      expectSameOutcome(sent.PATCH.answers[name], sent.PUT.answers[name], body)
    expectOthersUnchanged(sent)
  }),
  cases('in a format that is open', FORMATS_OF_BOTH, async (context, format, name) => {
    const { PATCH, PUT } = await sendInFormat(context, name, format)
    expectSameOutcome(PATCH, PUT, { donor_city: 'Rome' })
  }),
  test('an advisor who is new, and a part of one who is known', expectSameAdvisorByBoth),
  covering(
    'several fields',
    {
      sent: axis('what is sent', SEVERAL),
      kind: KIND_AXIS,
      designation: designationAxis,
      advisor: ADVISOR_AXIS,
    },
    async (context, { sent: { body, gated }, kind, designation, advisor }) => {
      const donation = await context.donation(context.requireKind(kind))
      const sent = kind === 'pledged' ? { ...body, ...gated } : body
      await expectSameByBoth(context, donation, sent, { ...designation, ...advisor })
    },
  ),
)
