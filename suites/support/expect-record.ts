import type { DonationRecord } from '../../client/donations/record.ts'
import type { Exchange } from '../../client/http/exchange.ts'
import { type RequirementId, SETTABLE_FIELDS } from '../../contract/index.ts'
import { type Context, describeFields, ensure, wrongFields } from '../../harness/authoring/index.ts'
import type { UpdateBody } from './bodies.ts'
import { readBack } from './read-back.ts'
import { differences, type Shown, wrongChanges } from './record.ts'

/**
 * Judges that fields are as they were before.
 * @param cause what was sent in between; it is shown with the violation.
 * @throws ViolationError where one is not.
 */
export function expectUnchanged(
  before: DonationRecord,
  { record, exchange }: Shown,
  fields: readonly string[],
  cause: readonly Exchange[],
): void {
  const changes = differences(before, record, fields)
  const changed = changes.map(({ field }) => field).join(', ')
  ensure(changes.length === 0, `${changed} to stay as it was`, wrongChanges(changes), [...cause, exchange])
}

/**
 * Judges that a donation still looks as it did, by reading it back.
 * @param cause what was sent in between; it is shown with the violation.
 * @throws ViolationError where it does not; InconclusiveError where it cannot be read.
 */
export async function expectStillUnchanged(
  context: Context,
  id: string,
  before: DonationRecord,
  cause: readonly Exchange[],
  fields: readonly string[] = SETTABLE_FIELDS,
): Promise<void> {
  expectUnchanged(before, await readBack(context, id), fields, cause)
}

/**
 * Judges that the observable fields of a body show the values that were sent.
 * @param cause what was sent before; it is shown with the violation.
 * @param breaks what it breaks, where that is another requirement than the test's.
 * @throws ViolationError where one does not.
 */
export function expectShown(
  sent: UpdateBody,
  { record, exchange }: Shown,
  cause: readonly Exchange[] = [],
  breaks?: RequirementId,
): void {
  const wrong = SETTABLE_FIELDS.filter((field) => field in sent && record[field] !== sent[field])
  const expected = `${describeFields(wrong, sent)}, as it was sent`
  ensure(wrong.length === 0, expected, wrongFields(wrong, record), [...cause, exchange], breaks)
}
