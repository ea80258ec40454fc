import type { UpdateMethod } from '../../../client/donations/api.ts'
import { type DonationRecord, recordOf } from '../../../client/donations/record.ts'
import { describeAnswer, isAccepted } from '../../../client/http/answer.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { NotApplicableError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { reset } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { SETTABLE_FIELDS } from '../../support/donors.ts'
import { expectAccepted } from '../../support/expect-answer.ts'
import { expectShown } from '../../support/expect-record.ts'
import { isKept } from '../../support/kept.ts'
import { read } from '../../support/read-back.ts'
import { type Shown, shownBy } from '../../support/record.ts'

/**
 * Judges UPDATE-3 for one body: its values are in the answer, and there when the donation is read back.
 * @throws ViolationError where they are not; InconclusiveError where simpler updates fail too.
 */
export async function expectComesBack(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
): Promise<void> {
  await reset(context, donation)
  const exchange = await expectAccepted(context, donation, body, by)
  expectShown(body, shownBy(exchange))
  expectShown(body, await read(context, donation), [exchange])
}

/** Values of many fields, sent at once. */
export interface PackedValues {
  readonly body: UpdateBody
  readonly by: UpdateMethod
  /** Whether some of the values may be refused. */
  readonly isOpen: boolean
  /** Whether the donation is read afterwards. */
  readonly isReadBack: boolean
}

/**
 * Judges UPDATE-3 for many fields by one update. Where they do not all come back, each is sent by itself, so that the
 * violation shows one field and one value.
 * @throws ViolationError where a value is altered, or refused that may not be; NotApplicableError where all are refused
 * that may be.
 */
export async function expectPackComesBack(
  context: Context,
  donation: string,
  { body, by, isOpen, isReadBack }: PackedValues,
): Promise<void> {
  const exchange = await context.api.update(by, donation, body)
  const record = recordOf(exchange)
  const stored = record && isReadBack ? await read(context, donation) : undefined
  const wrong = record ? alteredFields(body, [record, ...(stored ? [stored.record] : [])]) : Object.keys(body)
  let judged = 0
  for (const field of wrong) {
    const alone = await storeAlone(context, donation, { [field]: body[field] }, by, isOpen)
    if (alone) judged++
  }
  if (!isAccepted(exchange) && isOpen) {
    if (judged === 0) throw new NotApplicableError('each of the values is refused, which is open')
    return
  }
  // Each came back by itself: what is beside it makes the difference.
  ensure(
    isAccepted(exchange),
    'the update to be accepted, as its fields one by one are',
    describeAnswer(exchange),
    [exchange],
    'UPDATE-1',
  )
  expectKeptIn(body, wrong, shownBy(exchange), [])
  if (stored) expectKeptIn(body, wrong, stored, [exchange])
}

/** Whether a value by itself was accepted. @throws ViolationError where it does not come back, or may not be refused. */
async function storeAlone(
  context: Context,
  donation: string,
  body: UpdateBody,
  by: UpdateMethod,
  isOpen: boolean,
): Promise<boolean> {
  await reset(context, donation)
  const exchange: Exchange = isOpen
    ? await context.api.update(by, donation, body)
    : await expectAccepted(context, donation, body, by)
  if (!isAccepted(exchange)) return false
  const fields = Object.keys(body)
  expectKeptIn(body, fields, shownBy(exchange), [])
  expectKeptIn(body, fields, await read(context, donation), [exchange])
  return true
}

/** The fields that one of the records shows with another value than the one sent. */
function alteredFields(sent: UpdateBody, records: readonly DonationRecord[]): readonly string[] {
  return SETTABLE_FIELDS.filter(
    (field) => field in sent && records.some((record) => !isKept(field, sent[field], record[field])),
  )
}

/** As `expectShown`, but the domain of an address may come back in another letter case. */
function expectKeptIn(
  sent: UpdateBody,
  fields: readonly string[],
  { record, exchange }: Shown,
  cause: readonly Exchange[],
): void {
  const wrong = fields.filter((field) => !isKept(field, sent[field], record[field]))
  const valuesIn = (values: UpdateBody) =>
    wrong.map((field) => `${field} ${JSON.stringify(values[field])}`).join(', ')
  ensure(wrong.length === 0, `${valuesIn(sent)}, as it was sent`, valuesIn(record), [...cause, exchange])
}
