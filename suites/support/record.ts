import { type DonationRecord, recordOf } from '../../client/donations/record.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { OBSERVABLE_FIELDS } from '../../contract/index.ts'
import { InconclusiveError } from '../../contract/verdict.ts'
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

/** A field that differs between two records: its values as JSON, `undefined` where a record lacks it. */
export interface Difference {
  readonly field: string
  readonly before: string
  readonly after: string
}

/** The fields, observable ones unless told otherwise, in which two records differ. */
export function differences(
  before: DonationRecord,
  after: DonationRecord,
  fields: readonly string[] = OBSERVABLE_FIELDS,
): readonly Difference[] {
  const json = (value: unknown) => `${JSON.stringify(value)}`
  return fields
    .map((field) => ({ field, before: json(before[field]), after: json(after[field]) }))
    .filter((one) => one.before !== one.after)
}

/** Differences between an earlier and a later record, in words. */
export function describeChanges(changes: readonly Difference[]): string {
  return changes.map(({ field, before, after }) => `${field}: ${before} became ${after}`).join('; ')
}

/**
 * The fields that can be compared after an update was sent: the observable ones, and those sent that this
 * target shows as plain values. Not the designation, which every reading clears.
 */
export function comparableFields(body: UpdateBody, { record }: Shown): readonly string[] {
  const sent = Object.keys(body).filter((field) => field !== 'designation_id' && field in record)
  const plain = sent.filter((field) => typeof record[field] !== 'object')
  return [...new Set([...OBSERVABLE_FIELDS, ...plain])]
}
