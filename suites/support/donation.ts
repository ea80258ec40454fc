import type { UpdateMethod } from '../../client/donations/api.ts'
import {
  describeAnswer,
  isAccepted,
  isJsonObject,
  type JsonObject,
  jsonObjectOf,
} from '../../client/http/answer.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { OBSERVABLE_FIELDS, type ObservableField } from '../../contract/index.ts'
import { InconclusiveError, NotApplicableError } from '../../contract/verdict.ts'
import { type Context, ensure, expect } from '../../harness/authoring/index.ts'

/** A donation as an answer shows it: the eight observable fields, and whatever else the service returns. */
export type DonationRecord = JsonObject

/** What an update sends. */
export type UpdateBody = Readonly<Record<string, unknown>>

/** The observable fields that an update can set. */
export type SettableField = Exclude<ObservableField, 'id'>
export const SETTABLE_FIELDS = OBSERVABLE_FIELDS.filter((field) => field !== 'id')

/** A donor whom any service accepts; tests start from it where they need to know what is there. */
export const PLAIN_DONOR: Readonly<Record<SettableField, string>> = {
  donor_first_name: 'Grace',
  donor_last_name: 'Hopper',
  donor_email: 'grace.hopper@example.com',
  donor_address_line_1: '12 Harbour Street',
  donor_address_line_2: 'Flat 3',
  donor_city: 'Springfield',
  donor_province: 'Ontario',
}

/** Another such donor, who differs from the first in every field. */
export const OTHER_DONOR: Readonly<Record<SettableField, string>> = {
  donor_first_name: 'Ada',
  donor_last_name: 'Lovelace',
  donor_email: 'ada.lovelace@example.org',
  donor_address_line_1: '1 Main Street',
  donor_address_line_2: 'Suite 9',
  donor_city: 'Rome',
  donor_province: 'Lazio',
}

/** For a table of cases that are tried by both methods. */
export const BY_BOTH: Readonly<Record<UpdateMethod, UpdateMethod>> = { PATCH: 'PATCH', PUT: 'PUT' }

/** The record under `data`; undefined where the answer holds none. */
export function recordOf(exchange: Exchange): DonationRecord | undefined {
  const data = jsonObjectOf(exchange)?.data
  if (!isAccepted(exchange) || !isJsonObject(data)) return undefined
  return OBSERVABLE_FIELDS.some((field) => field in data) ? data : undefined
}

/** A record, and the exchange that showed it. */
export interface Shown {
  readonly record: DonationRecord
  readonly exchange: Exchange
}

/**
 * Applies an update where that has to work for the test to go on.
 * @throws InconclusiveError where it is refused or shows no record; UPDATE-1 and others judge that.
 */
export async function apply(
  { api }: Context,
  id: string,
  body: UpdateBody,
  method: UpdateMethod = 'PATCH',
): Promise<Shown> {
  const exchange = await api.update(method, id, body)
  const record = recordOf(exchange)
  if (record) return { record, exchange }
  throw new InconclusiveError(
    `an update that leads there was not applied (see UPDATE-1): ${describeAnswer(exchange)}`,
  )
}

/**
 * For a test that has a twin which needs no donation.
 * @throws NotApplicableError where no donation is known.
 */
export function requireDonation({ target }: Context): void {
  if (target.pledgedDonationIds.length + target.nonPledgedDonationIds.length > 0) return
  throw new NotApplicableError('no donation is known: what needs none decides')
}

/** Gives a donation a known donor, so that whatever changes or goes away can be seen. */
export function reset(
  context: Context,
  id: string,
  body: UpdateBody = PLAIN_DONOR,
  method: UpdateMethod = 'PATCH',
): Promise<Shown> {
  return apply(context, id, body, method)
}

/**
 * Reads a donation back. An empty update is the way to (the contract has no other); where the service refuses it
 * or loses something by it, which UPDATE-6 judges, clearing the designation serves. Both clear the designation!
 * @throws InconclusiveError where neither shows a record.
 */
export async function read(context: Context, id: string): Promise<Shown> {
  return apply(context, id, (await readsByNothing(context, id)) ? {} : { designation_id: null })
}

/** Whether an empty update is accepted here, and changes nothing that an answer shows. */
export function readsByNothing(context: Context, id: string): Promise<boolean> {
  return context.once('whether an empty update is harmless', () => emptyUpdateIsHarmless(context, id))
}

/** Whoever asks first is in the middle of a test: the donation is left as it was, but for what every reading clears. */
async function emptyUpdateIsHarmless(context: Context, id: string): Promise<boolean> {
  const cleared = await context.api.update('PATCH', id, { designation_id: null })
  // Where that is refused (see DESIGNATION-5), a memo has to go.
  const reading = isAccepted(cleared) ? { designation_id: null } : { memo: 'read back' }
  const { record: present } = await apply(context, id, reading)
  await reset(context, id)
  const empty = recordOf(await context.api.update('PATCH', id, {}))
  const after = recordOf(await context.api.update('PATCH', id, reading))
  await context.api.update(
    'PATCH',
    id,
    Object.fromEntries(SETTABLE_FIELDS.map((field) => [field, present[field]])),
  )
  return [empty, after].every((record) =>
    SETTABLE_FIELDS.every((field) => record?.[field] === PLAIN_DONOR[field]),
  )
}

/** Observable fields whose values differ between two records, worded. */
export function differences(
  before: DonationRecord,
  after: DonationRecord,
  fields: readonly string[] = OBSERVABLE_FIELDS,
): string[] {
  return fields
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => `${field}: ${JSON.stringify(before[field])} became ${JSON.stringify(after[field])}`)
}

/** Judges that fields are as they were. */
export function expectKept(
  before: DonationRecord,
  { record, exchange }: Shown,
  fields: readonly string[],
  cause: readonly Exchange[],
): void {
  const changed = differences(before, record, fields)
  const kept = changed.map((one) => one.split(':')[0]).join(', ')
  ensure(changed.length === 0, `${kept} to stay as it was`, changed.join('; '), [...cause, exchange])
}

/**
 * The fields that can be compared after an update was sent: the observable ones, and those sent that this target
 * shows as plain values. Not the designation, which every reading clears.
 */
export function comparable(body: UpdateBody, { record }: Shown): string[] {
  const sent = Object.keys(body).filter((field) => field !== 'designation_id' && field in record)
  const plain = sent.filter((field) => typeof record[field] !== 'object')
  return [...new Set([...OBSERVABLE_FIELDS, ...plain])]
}

/** Judges that a donation still looks as it did, by reading it back. */
export async function expectUnchanged(
  context: Context,
  id: string,
  before: DonationRecord,
  cause: readonly Exchange[],
  fields: readonly string[] = OBSERVABLE_FIELDS,
): Promise<void> {
  expectKept(before, await read(context, id), fields, cause)
}

/** Judges that fields show the values that were sent. */
export function expectShown(
  sent: UpdateBody,
  { record, exchange }: Shown,
  cause: readonly Exchange[] = [],
): void {
  const wrong = SETTABLE_FIELDS.filter((field) => field in sent && record[field] !== sent[field])
  const words = (value: DonationRecord) =>
    wrong.map((field) => `${field} ${JSON.stringify(value[field])}`).join(', ')
  ensure(wrong.length === 0, `${words(sent)}, as it was sent`, words(record), [...cause, exchange])
}

/**
 * Whether the target accepts the simplest update there is, so that the refusal of another one means something.
 * @throws InconclusiveError where it does not; UPDATE-1 judges that.
 */
export async function requireSimpleUpdate(context: Context, id: string, method: UpdateMethod): Promise<void> {
  await apply(context, id, { donor_first_name: PLAIN_DONOR.donor_first_name }, method)
}

/**
 * Judges that an update is accepted, where a simpler one is.
 * @param others what it holds beside the fields that are judged: where that is refused by itself, nothing is judged.
 */
export async function expectAccepted(
  context: Context,
  id: string,
  body: UpdateBody,
  method: UpdateMethod,
  others: UpdateBody = {},
): Promise<Exchange> {
  const exchange = await context.api.update(method, id, body)
  if (!isAccepted(exchange)) {
    await requireSimpleUpdate(context, id, method)
    if (Object.keys(others).length > 0) await apply(context, id, others, method)
  }
  ensure(isAccepted(exchange), 'the update to be accepted (2xx)', describeAnswer(exchange), [exchange])
  return exchange
}

/** Judges that an update is refused by both methods. */
export async function expectRefusedByBoth(context: Context, id: string, body: UpdateBody): Promise<void> {
  for (const method of ['PATCH', 'PUT'] as const)
    expect(await context.api.update(method, id, body)).toBeRefused()
}
