import { randomUUID } from 'node:crypto'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply } from '../../support/apply.ts'
import { PLAIN_UPDATE, type UpdateBody } from '../../support/bodies.ts'
import { WITH_ADVISOR } from '../../support/donations.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { PLAIN_GATED } from '../../support/gated.ts'
import { answerTo, effectOf } from './effect.ts'
import { advisorJson, type Hidden, hiddenJson, hiddenWhen } from './model/hidden-unchanged.ts'
import {
  areSameAfterwards,
  areTakenUnlike,
  expectNoFieldMissing,
  expectRecordByBothOrNeither,
  expectSameAfterwards,
  expectSameRecord,
  expectSameStatus,
} from './same-effect.ts'

const { donor_first_name, donor_last_name, donor_email, ...address } = OTHER_DONOR

const { quantity, identifier, source } = PLAIN_GATED

/** Parts of a donor, and of what a pledged donation is sent besides: what one leaves out, another holds. */
export const SEVERAL: Readonly<Record<string, Readonly<Record<'body' | 'gated', UpdateBody>>>> = {
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

/** Judges UPDATE-5 for one body: sent by each method to a donation in the same state, it has the same effect. */
export async function expectSameByBoth(
  context: Context,
  donation: string,
  body: UpdateBody,
  linked: UpdateBody = {},
): Promise<void> {
  const updating = { donation, body, linked }
  const byBoth = async (trusting: boolean) => ({
    patch: await effectOf(context, updating, 'PATCH', trusting),
    put: await effectOf(context, updating, 'PUT'),
  })
  const first = await byBoth(true)
  // What the first of them made is there for the second, and for both of the next two.
  const isUnlike = areTakenUnlike(first.patch, first.put) || !areSameAfterwards(first.patch, first.put)
  const { patch, put } = isUnlike ? await byBoth(false) : first
  expectSameStatus(patch, put)
  expectRecordByBothOrNeither(patch, put)
  await expectNoFieldMissing(patch, put, (by) => answerTo(context, donation, body, by, linked))
  expectSameRecord(patch, put)
  expectSameAfterwards(patch, put)
}

/** Judges UPDATE-5 for an advisor who is new, and for a part of one who is known. */
export async function expectSameAdvisorByBoth(context: Context): Promise<void> {
  const donation = await context.donation()
  const patch = await createAndChangeAdvisor(context, donation, 'PATCH')
  const put = await createAndChangeAdvisor(context, donation, 'PUT')
  expectSameStatus({ answer: patch.created }, { answer: put.created })
  const expected = `the advisor that PATCH leaves, ${patch.left}`
  ensure(patch.left === put.left, expected, `${put.left}`, [patch.changed, put.changed])
}

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
