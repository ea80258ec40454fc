import fc from 'fast-check'
import type { UpdateMethod } from '../../../client/donations/api.ts'
import { describeAnswer, statusOf } from '../../../client/http/answer.ts'
import { OBSERVABLE_FIELDS, UPDATE_FIELDS } from '../../../contract/index.ts'
import { invalidUpdate, partialUpdate } from '../../../generators/index.ts'
import { type Context, cases, ensure, property, requirement } from '../../../harness/authoring/index.ts'
import { KINDS, ONE_FIELD } from '../../support/bodies.ts'
import {
  type DonationRecord,
  differences,
  PLAIN_DONOR,
  read,
  recordOf,
  reset,
  type UpdateBody,
} from '../../support/donation.ts'

/** Every field that tests start from, so that whatever PUT clears shows, where the target shows it. */
const KNOWN: UpdateBody = { ...PLAIN_DONOR, donor_postal_code: 'K1A 0B1', donor_country: 'ad', memo: 'known' }

const KNOWN_GATED: UpdateBody = { quantity: 3, identifier: 'B-2', source: 'gala' }

/** What is shown by chance is not missing by chance so often. */
const LOOKS = 5

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
      { share: 0.1 },
    ),
  ),
  cases('one field at a time', { nothing: {}, ...ONE_FIELD }, async (context, body) => {
    await expectSameByBoth(context, await context.donation(), body)
  }),
)

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
    const missing = await missingFromPut(byPatch, byPut, async (by) => {
      await reset(context, donation, known)
      return recordOf(await context.api.update(by, donation, body))
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
 * @param again what a method shows the next time: what comes and goes by itself is no matter of the method.
 */
async function missingFromPut(
  byPatch: DonationRecord,
  byPut: DonationRecord,
  again: (by: UpdateMethod) => Promise<DonationRecord | undefined>,
): Promise<readonly string[]> {
  let missing = Object.keys(byPatch).filter((field) => !(field in byPut))
  for (let round = 0; round < LOOKS && missing.length > 0; round++) {
    const [patch, put] = [await again('PATCH'), await again('PUT')]
    missing = missing.filter((field) => patch && put && field in patch && !(field in put))
  }
  return missing
}
