import { isDeepStrictEqual } from 'node:util'
import { type DonationRecord, recordOf } from '../../client/donations/record.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { SETTABLE_FIELDS } from '../../contract/index.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
import type { Received } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'

/** A record, and the exchange that showed it. */
export interface Shown {
  readonly record: DonationRecord
  readonly exchange: Exchange
}

/**
 * The record of an answer that has to hold one for the test to go on.
 * @throws InconclusiveError where it holds none; UPDATE-1 judges that.
 */
export function shownBy(exchange: Exchange): Shown {
  const record = recordOf(exchange)
  if (record) return { record, exchange }
  throw new InconclusiveError('the answer holds no record (see UPDATE-1)')
}

/** The same where the test goes on without a record: it is empty where the answer holds none. */
export function shownIfAny(exchange: Exchange): Shown {
  return { record: recordOf(exchange) ?? {}, exchange }
}

/** A field that differs between two records; undefined where a record lacks it. */
export interface Difference {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}

/**
 * The fields in which two records differ: unless told otherwise, of those that every answer shows all but the id, which
 * UPDATE-2 judges wherever it is shown.
 */
export function differences(
  before: DonationRecord,
  after: DonationRecord,
  fields: readonly string[] = SETTABLE_FIELDS,
): readonly Difference[] {
  return fields
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((one) => !isDeepStrictEqual(one.before, one.after))
}

/** Differences between an earlier and a later record that should not be: what the later one shows is wrong. */
export function wrongChanges(changes: readonly Difference[]): Received {
  const words = changes.map(
    ({ field, before, after }) => `${field}: ${JSON.stringify(before)} became ${JSON.stringify(after)}`,
  )
  const wrong = changes.map(({ field, before, after }) => ({
    field,
    shown: after,
    ...(before === undefined && { wasMissing: true as const }),
  }))
  return { words: words.join('; '), wrong }
}

/**
 * The fields that can be compared after an update was sent: those that every answer shows but for the id, and those
 * sent that this target shows as plain values. Not the designation, which every reading clears.
 */
export function comparableFields(body: UpdateBody, { record }: Shown): readonly string[] {
  const sent = Object.keys(body).filter((field) => field !== 'designation_id' && field in record)
  const plain = sent.filter((field) => typeof record[field] !== 'object')
  return [...new Set([...SETTABLE_FIELDS, ...plain])]
}
