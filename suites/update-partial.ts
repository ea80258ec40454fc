import fc from 'fast-check'
import { OBSERVABLE_FIELDS, UPDATE_FIELDS } from '../contract/index.ts'
import { invalidUpdate, partialUpdate } from '../generators/index.ts'
import type { Context } from '../harness/context.ts'
import { ensure } from '../harness/expect.ts'
import { requirement } from '../harness/requirement.ts'
import { describeAnswer, isAccepted, statusOf } from '../target/answer.ts'
import { UPDATE_METHODS, type UpdateMethod } from '../target/api.ts'
import { Undecided } from '../target/undecided.ts'
import { expectPlainStored, judgeWithControl } from './control.ts'
import {
  apply,
  BY_BOTH,
  comparable,
  type DonationRecord,
  differences,
  expectAccepted,
  expectKept,
  OTHER_DONOR,
  PLAIN_DONOR,
  read,
  recordOf,
  reset,
  type Shown,
  type UpdateBody,
} from './donation.ts'
import { GATED, KINDS, method, ONE_FIELD, PAIRS } from './update-bodies.ts'

for (const kind of KINDS) {
  requirement('UPDATE-4', kind).property(
    fc.tuple(method(), partialUpdate({ pledged: kind === 'pledged' })),
    async (context, [by, body]) => {
      if (Object.keys(body).length === 0) throw new Undecided('nothing was sent (see UPDATE-6)')
      await expectLeftOutKept(context, await context.donation(context.known(kind)), body, by)
    },
    { share: 0.25 },
  )

  requirement('UPDATE-5', kind).property(
    fc.oneof(
      { arbitrary: partialUpdate({ pledged: kind === 'pledged' }), weight: 3 },
      { arbitrary: invalidUpdate({ pledged: kind === 'pledged' }).map(({ body }) => body), weight: 1 },
    ),
    async (context, body) => expectSameByBoth(context, await context.donation(context.known(kind)), body),
    { share: 0.1 },
  )
}

requirement('UPDATE-4', 'one field at a time').cases<UpdateBody>(
  ({ designationIds: [designation_id = null] }) => ({ ...ONE_FIELD, designation: { designation_id } }),
  async (context, body) => {
    const donation = await context.donation()
    for (const by of UPDATE_METHODS) await expectLeftOutKept(context, donation, body, by)
  },
)

requirement('UPDATE-4', 'fields of a pledged donation').cases(GATED, async (context, body) => {
  const donation = await context.donation(context.known('pledged'))
  for (const by of UPDATE_METHODS) await expectLeftOutKept(context, donation, body, by)
})

/** Without a look in between: what is lost by it may be lost when the same is sent again. */
requirement('UPDATE-4', 'one field, twice').cases<UpdateBody>(ONE_FIELD, async (context, body) => {
  const donation = await context.donation()
  const before = await reset(context, donation)
  const first = await apply(context, donation, body)
  const leftOut = OBSERVABLE_FIELDS.filter((field) => !(field in body))
  expectKept(before.record, await apply(context, donation, body), leftOut, [first.exchange])
})

requirement('UPDATE-4', 'two fields at a time').cases(PAIRS, async (context, body) => {
  await expectLeftOutKept(context, await context.donation(), body, 'PATCH')
})

requirement('UPDATE-5', 'one field at a time').cases({ nothing: {}, ...ONE_FIELD }, async (context, body) => {
  await expectSameByBoth(context, await context.donation(), body)
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

const MINE: UpdateBody = { ...PLAIN_DONOR, memo: 'mine' }

/** Of another donor, and of the same one: two donations of one donor are two donations. */
requirement('UPDATE-15', 'every field').cases<UpdateBody>(
  {
    'every field': { ...OTHER_DONOR, memo: 'thank you' },
    'every field but the email': { ...OTHER_DONOR, donor_email: PLAIN_DONOR.donor_email },
    'a city': { donor_city: OTHER_DONOR.donor_city },
    'a name': { donor_first_name: OTHER_DONOR.donor_first_name },
    'a memo': { memo: 'thank you' },
  },
  async (context, body) => {
    const [one, other] = await context.donations('any', 'any')
    for (const by of UPDATE_METHODS) {
      await reset(context, one, MINE)
      await reset(context, other, MINE)
      const before = await read(context, other)
      const update = await context.api.update(by, one, body)
      expectKept(before.record, await read(context, other), comparable(MINE, before), [update])
    }
  },
)

const STRANGE = 'Elsewhere'

requirement('UPDATE-15', 'at the same moment').cases(BY_BOTH, async (context, by) => {
  const [one, other] = await context.donations('any', 'any')
  for (let time = 0; time < context.times(3); time++) {
    await reset(context, one, MINE)
    await reset(context, other, MINE)
    const mine: UpdateBody = { ...OTHER_DONOR, memo: 'of the other' }
    const [update] = await Promise.all([
      context.api.update(by, one, { donor_city: STRANGE, memo: STRANGE }),
      apply(context, other, mine, by),
    ])
    const after = await read(context, other)
    const { donor_city, memo } = after.record
    const strange = [donor_city, memo].filter((value) => String(value).includes(STRANGE))
    ensure(
      strange.length === 0,
      'nothing of what another donation was sent',
      strange.map((value) => JSON.stringify(value)).join(', '),
      [update, after.exchange],
    )
  }
})

/** Updates of one donation while another is looked at: one after the other, or at the same moment. */
requirement('UPDATE-15').property(
  fc.tuple(method(), partialUpdate({ pledged: false }), fc.boolean(), fc.boolean()),
  async (context, [by, body, together, sameDonor]) => {
    const [one, other] = await context.donations('any', 'any')
    const mine = { ...PLAIN_DONOR, donor_city: 'Elsewhere', memo: 'mine' }
    // Two donations of one donor are two donations.
    if (sameDonor) await reset(context, one, mine)
    await reset(context, other, mine)
    const before = await read(context, other)
    const fields = comparable(mine, before)
    const [update] = await Promise.all([
      context.api.update(by, one, body),
      ...(together ? [context.api.update(by, other, mine)] : []),
    ])
    expectKept(before.record, await read(context, other), fields, [update])
  },
  { share: 0.15 },
)

for (const kind of KINDS) {
  requirement('UPDATE-16', kind).property(
    fc.tuple(method(), partialUpdate({ pledged: kind === 'pledged' })),
    async (context, [by, body]) => {
      const donation = await context.donation(context.known(kind))
      await reset(context, donation)
      await expectSameAgain(context, donation, body, by, await apply(context, donation, body, by))
    },
    { share: 0.15 },
  )
}

requirement('UPDATE-16', 'one field at a time').cases(ONE_FIELD, async (context, body) => {
  const donation = await context.donation()
  for (const by of UPDATE_METHODS) {
    await reset(context, donation)
    await expectSameAgain(context, donation, body, by, await apply(context, donation, body, by))
  }
})

/** Judges UPDATE-16 for one body that was sent already. */
async function expectSameAgain(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
  first: Shown,
): Promise<void> {
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

/** Judges UPDATE-4 for one body: what it leaves out stays, in the answer and afterwards. */
async function expectLeftOutKept(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  const before = await reset(context, donation)
  const leftOut = OBSERVABLE_FIELDS.filter((field) => !(field in body))
  const after = await apply(context, donation, body, by)
  expectKept(before.record, after, leftOut, [])
  expectKept(before.record, await read(context, donation), leftOut, [after.exchange])
}

/** Every field that tests start from, so that whatever PUT clears shows, where the target shows it. */
const KNOWN: UpdateBody = { ...PLAIN_DONOR, donor_postal_code: 'K1A 0B1', donor_country: 'ad', memo: 'known' }
const KNOWN_GATED: UpdateBody = { quantity: 3, identifier: 'B-2', source: 'gala' }

/** Judges UPDATE-5 for one body: two times the same state, once by each method. */
async function expectSameByBoth(context: Context, donation: string, body: UpdateBody): Promise<void> {
  const pledged = context.target.pledgedDonationIds.includes(donation)
  const known = pledged ? { ...KNOWN, ...KNOWN_GATED } : KNOWN
  await reset(context, donation, known)
  const patch = await context.api.update('PATCH', donation, body)
  const afterPatch = await read(context, donation)
  await reset(context, donation, known)
  const put = await context.api.update('PUT', donation, body)
  const afterPut = await read(context, donation)
  const exchanges = [patch, put]
  ensure(
    statusOf(put) === statusOf(patch),
    `PUT to answer as PATCH does: ${statusOf(patch)}`,
    `${statusOf(put)}`,
    exchanges,
  )
  const [byPatch, byPut] = [recordOf(patch), recordOf(put)]
  ensure(
    (byPut === undefined) === (byPatch === undefined),
    'PUT to answer with a record where PATCH does',
    describeAnswer(put),
    exchanges,
  )
  if (byPatch && byPut) {
    const missing = await missingFromPut(byPatch, byPut, async () => {
      await reset(context, donation, known)
      return recordOf(await context.api.update('PATCH', donation, body))
    })
    ensure(
      missing.length === 0,
      `a record with the same fields as by PATCH: ${missing.join(', ')} too`,
      describeAnswer(put),
      exchanges,
    )
  }
  const fields = [
    ...OBSERVABLE_FIELDS,
    ...UPDATE_FIELDS.filter((field) => field !== 'designation_id' && field !== 'advisor'),
  ]
  const inAnswer = byPatch && byPut ? differences(byPatch, byPut, fields) : []
  const later = differences(afterPatch.record, afterPut.record, fields)
  const words = (changed: readonly string[]) =>
    changed.map((one) => one.replace(' became ', ' by PATCH, by PUT ')).join('; ')
  ensure(inAnswer.length === 0, 'PUT to return the record that PATCH returns', words(inAnswer), exchanges)
  ensure(later.length === 0, 'PUT to leave the donation as PATCH leaves it', words(later), [
    ...exchanges,
    afterPut.exchange,
  ])
}

/**
 * Fields that PATCH shows and PUT does not, whatever they mean.
 * @param again what PATCH shows the next time: what comes and goes by itself is no matter of the method.
 */
async function missingFromPut(
  byPatch: DonationRecord,
  byPut: DonationRecord,
  again: () => Promise<DonationRecord | undefined>,
): Promise<readonly string[]> {
  const missing = Object.keys(byPatch).filter((field) => !(field in byPut))
  if (missing.length === 0) return missing
  const next = await again()
  return missing.filter((field) => next !== undefined && field in next)
}
