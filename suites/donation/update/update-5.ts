import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { invalidUpdate, partialUpdate } from '../../../generators/index.ts'
import {
  axis,
  type Context,
  cases,
  covering,
  ensure,
  property,
  requirement,
  test,
} from '../../../harness/authoring/index.ts'
import { refusalAxis } from '../../axes/states.ts'
import { apply } from '../../support/apply.ts'
import { ONE_FIELD, PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { ADVISOR_AXIS, designationAxis, KIND_AXIS, KINDS, WITH_ADVISOR } from '../../support/donations.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { UNKNOWN_DONATION } from '../../support/unknown.ts'
import { DRESSES_OF_BOTH, sendDressed } from './dresses.ts'
import { answerTo, effectOf } from './effect.ts'
import { advisorJson, type Hidden, hiddenJson, hiddenWhen } from './model/hidden-unchanged.ts'
import { refuse, requireRefused } from './model/refuse.ts'
import { expectOthersUnchanged, OPEN_BODIES, sendOpen } from './open-bodies.ts'
import {
  areTakenUnlike,
  expectNoFieldMissing,
  expectRecordByBothOrNeither,
  expectSameAfterwards,
  expectSameOutcome,
  expectSameRecord,
  expectSameStatus,
} from './same-effect.ts'

/**
 * Judges UPDATE-5 for one body: sent by each method to a donation in the same state, it has the same effect.
 */
async function expectSameByBoth(
  context: Context,
  donation: string,
  body: UpdateBody,
  linked: UpdateBody = {},
): Promise<void> {
  const byBoth = async () => ({
    patch: await effectOf(context, donation, body, 'PATCH', linked),
    put: await effectOf(context, donation, body, 'PUT', linked),
  })
  const first = await byBoth()
  // What the first of them made is there for the second, and for both of the next two.
  const { patch, put } = areTakenUnlike(first.patch, first.put) ? await byBoth() : first
  expectSameStatus(patch, put)
  expectRecordByBothOrNeither(patch, put)
  await expectNoFieldMissing(patch, put, (by) => answerTo(context, donation, body, by, linked))
  expectSameRecord(patch, put)
  expectSameAfterwards(patch, put)
}

const { donor_first_name, donor_last_name, donor_email, ...address } = OTHER_DONOR

const { quantity, identifier, source } = PLAIN_GATED

/** Parts of a donor, and of what a pledged donation is sent besides: what one leaves out, another holds. */
const SEVERAL: Readonly<Record<string, Readonly<Record<'body' | 'gated', UpdateBody>>>> = {
  person: { body: { donor_first_name, donor_last_name, donor_email }, gated: { quantity, identifier } },
  address: { body: address, gated: { quantity, source } },
  'a name and an advisor': {
    body: { donor_first_name, donor_last_name, ...WITH_ADVISOR },
    gated: { identifier, source },
  },
  'two of an address': {
    body: { donor_city: address.donor_city, donor_province: address.donor_province },
    gated: { identifier },
  },
}

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
  cases('in a dress that is open', DRESSES_OF_BOTH, async (context, dress, name) => {
    const { PATCH, PUT } = await sendDressed(context, name, dress)
    expectSameOutcome(PATCH, PUT, { donor_city: 'Rome' })
  }),
  test('an advisor who is new, and a part of one who is known', async (context) => {
    const donation = await context.donation()
    const patch = await createAndChangeAdvisor(context, donation, 'PATCH')
    const put = await createAndChangeAdvisor(context, donation, 'PUT')
    expectSameStatus({ answer: patch.created }, { answer: put.created })
    const expected = `the advisor that PATCH leaves, ${patch.left}`
    ensure(patch.left === put.left, expected, `${put.left}`, [patch.changed, put.changed])
  }),
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

/** The answers to an update that creates an advisor and to one that changes a name, and the advisor that is left. */
interface ChangedAdvisor {
  readonly created: Exchange
  readonly changed: Exchange
  /** As JSON, without what differs between any two advisors; undefined where the target does not show it. */
  readonly left: string | undefined
}

/** Each method has an advisor of its own: the second to send the same one would meet one who is known. */
async function createAndChangeAdvisor(
  context: Context,
  donation: string,
  by: UpdateMethod,
): Promise<ChangedAdvisor> {
  const email = `known.advisor.${randomUUID().slice(0, 8)}@example.com`
  const known = { email, first_name: 'Ada', title: 'Dr.', firm_name: 'Engines' }
  const { exchange: created } = await apply(context, donation, { ...PLAIN_UPDATE, advisor: known }, by)
  const changed = await context.api.update(by, donation, { advisor: { email, first_name: 'Augusta' } })
  const isChanged = ({ advisor }: Hidden) => hiddenJson(advisor)?.includes('Augusta') ?? true
  const left = advisorJson(await hiddenWhen(context, donation, isChanged), 'id', 'email')
  return { created, changed, left }
}
