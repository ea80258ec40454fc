import type { UpdateMethod } from '../../../client/donations/api.ts'
import { type DonationRecord, recordOf } from '../../../client/donations/record.ts'
import { describeAnswer, isAccepted, statusOf } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { SETTABLE_FIELDS, UPDATE_FIELDS } from '../../../contract/index.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { ensure, type Received } from '../../../harness/authoring/index.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { OTHER_DONOR } from '../../support/donors.ts'
import { type Difference, differences } from '../../support/record.ts'
import { isStored } from '../../support/stored.ts'
import type { Effect } from './effect.ts'

/**
 * Fields whose values are compared. Designation and advisor are not: a target is free in how it shows what is
 * linked, and in showing it otherwise the next time.
 */
const COMPARED_FIELDS = [...new Set<string>([...SETTABLE_FIELDS, ...UPDATE_FIELDS])].filter(
  (field) => field !== 'designation_id' && field !== 'advisor',
)

/** How often PUT is given another chance to show a field: a target may leave one out by chance. */
const MORE_LOOKS = 5

/** Judges that both methods answer with one status. */
export function expectSameStatus(
  { answer: patch }: Pick<Effect, 'answer'>,
  { answer: put }: Pick<Effect, 'answer'>,
): void {
  const status = statusOf(patch)
  ensure(statusOf(put) === status, `PUT to answer as PATCH does: ${status}`, `${statusOf(put)}`, [patch, put])
}

/** Whether both methods took it, each with another status: a service may say by it what came to be, such as an advisor. */
export function areTakenUnlike({ answer: patch }: Effect, { answer: put }: Effect): boolean {
  return isAccepted(patch) && isAccepted(put) && statusOf(patch) !== statusOf(put)
}

/** Whether both methods left the donation with the same values, as far as it was looked. */
export function areSameAfterwards({ afterwards: byPatch }: Effect, { afterwards: byPut }: Effect): boolean {
  return differences(byPatch.record, byPut.record, COMPARED_FIELDS).length === 0
}

/** Judges that PUT answers with a record where PATCH does, and only there. */
export function expectRecordByBothOrNeither({ answer: patch }: Effect, { answer: put }: Effect): void {
  const isSame = (recordOf(put) === undefined) === (recordOf(patch) === undefined)
  ensure(isSame, 'PUT to answer with a record where PATCH does', describeAnswer(put), [patch, put])
}

/**
 * Judges that the record by PUT lacks no field of the record by PATCH, whatever the field means.
 * @param again sends the update by a method once more; a field that comes and goes by itself breaks nothing.
 */
export async function expectNoFieldMissing(
  { answer: patch }: Effect,
  { answer: put }: Effect,
  again: (by: UpdateMethod) => Promise<Exchange>,
): Promise<void> {
  let missing = missingFields(patch, put)
  for (let look = 0; look < MORE_LOOKS && missing.length > 0; look++) {
    const missingNow = missingFields(await again('PATCH'), await again('PUT'))
    missing = missing.filter((field) => missingNow.includes(field))
  }
  ensure(
    missing.length === 0,
    `a record with the same fields as by PATCH: ${missing.join(', ')} too`,
    describeAnswer(put),
    [patch, put],
  )
}

/** Fields of the record by PATCH that the record by PUT lacks; none where an answer holds no record. */
function missingFields(patch: Exchange, put: Exchange): readonly string[] {
  const [byPatch, byPut] = [recordOf(patch), recordOf(put)]
  return byPatch && byPut ? Object.keys(byPatch).filter((field) => !(field in byPut)) : []
}

/**
 * Judges that the records in the answers, if there are any, hold the same values.
 * @throws InconclusiveError where it is PATCH by which they are not those that were sent.
 */
export function expectSameRecord(patch: Effect, put: Effect): void {
  const [byPatch, byPut] = [recordOf(patch.answer) ?? {}, recordOf(put.answer) ?? {}]
  const differing = differences(byPatch, byPut, COMPARED_FIELDS)
  requireStoredByPatch(patch, byPatch, differing)
  ensure(differing.length === 0, 'PUT to return the record that PATCH returns', wrongIn(differing), [
    patch.answer,
    put.answer,
  ])
}

/**
 * Judges that a body which may be refused, altered or ignored has one status by both methods, and its fields one value in
 * the records.
 */
export function expectSameOutcome(
  patch: Exchange | undefined,
  put: Exchange | undefined,
  body: UpdateBody,
): void {
  if (!patch || !put) return
  expectSameStatus({ answer: patch }, { answer: put })
  const [byPatch, byPut] = [recordOf(patch), recordOf(put)]
  const differing = byPatch && byPut ? differences(byPatch, byPut, Object.keys(body)) : []
  ensure(differing.length === 0, 'PUT to return the record that PATCH returns', wrongIn(differing), [
    patch,
    put,
  ])
}

/**
 * Judges that both methods leave the donation with the same values.
 * @throws InconclusiveError as {@link expectSameRecord} does.
 */
export function expectSameAfterwards(patch: Effect, put: Effect): void {
  const { record } = patch.afterwards
  const differing = differences(record, put.afterwards.record, COMPARED_FIELDS)
  requireStoredByPatch(patch, record, differing)
  ensure(differing.length === 0, 'PUT to leave the donation as PATCH leaves it', wrongIn(differing), [
    patch.answer,
    put.answer,
    put.afterwards.exchange,
  ])
}

/**
 * Where PATCH itself alters what it accepts, PUT need not.
 * @throws ViolationError for UPDATE-3 where it is a plain value that PATCH alters; of others their requirements judge.
 */
function requireStoredByPatch(
  { known, answer }: Effect,
  record: DonationRecord,
  differing: readonly Difference[],
): void {
  const isAltered = ({ field }: Difference) => field in known && !isStored(field, known[field], record[field])
  if (differing.length === 0 || !differing.every(isAltered)) return
  const isPlain = differing.every(({ field }) => known[field] === plainValue(field))
  ensure(!isPlain, 'by PATCH the values that were sent', wrongIn(differing), [answer], 'UPDATE-3')
  throw new InconclusiveError(
    `PATCH leaves other values than were sent (see UPDATE-3): ${wrongIn(differing).words}`,
  )
}

/** A value that any service takes, and which no donation has before. */
function plainValue(field: string): unknown {
  return Object.entries(OTHER_DONOR).find(([name]) => name === field)?.[1]
}

/** Either of two values may be the wrong one. */
function wrongIn(fields: readonly Difference[]): Received {
  const words = fields.map(
    ({ field, before, after }) =>
      `${field}: ${JSON.stringify(before)} by PATCH, by PUT ${JSON.stringify(after)}`,
  )
  const wrong = fields.flatMap(({ field, before, after }) => [
    { field, shown: before },
    { field, shown: after },
  ])
  return { words: words.join('; '), wrong }
}
