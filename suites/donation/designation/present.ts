import { recordOf } from '../../../client/donations/record.ts'
import type { Exchange } from '../../../client/http/exchange.ts'
import { InconclusiveError } from '../../../contract/verdict.ts'
import { type Context, ensure } from '../../../harness/authoring/index.ts'
import { apply, reset } from '../../support/apply.ts'
import type { UpdateBody } from '../../support/bodies.ts'
import { PLAIN_DONOR } from '../../support/donors.ts'
import { type HiddenValue, hiddenValue, isDesignation, notShown } from '../../support/hidden.ts'
import { type Shown, shownBy } from '../../support/record.ts'

/** The designation that a donation has, as far as the target shows it, where it should have this one. */
export function designationNow(
  context: Context,
  donation: string,
  shown: Shown,
  id: string,
): Promise<HiddenValue> {
  return hiddenValue(context, donation, shown, 'designation_id', (value) => isDesignation(value, id) === true)
}

/**
 * Sets a designation.
 * @param turn which of those that are known; the first unless told otherwise.
 * @param beside what is sent with it.
 * @returns its id.
 * @throws InconclusiveError where the target does not show that it is set.
 */
export async function setDesignation(
  context: Context,
  donation: string,
  turn = 0,
  beside: UpdateBody = {},
): Promise<string> {
  const ids = context.fixtures.designationIds
  const id = ids[turn % ids.length] ?? ids[0]
  const shown = await apply(context, donation, { ...beside, designation_id: id })
  const now = await designationNow(context, donation, shown, id)
  if (!now.seen) throw notShown(context, 'designation_id')
  if (isDesignation(now.value, id) !== true)
    throw new InconclusiveError('a designation that was set is not shown as set (see DESIGNATION-1)')
  return id
}

/**
 * Gives a donation the values of the plain donor and, where it takes one, a designation, so that both can be seen to stay
 * or go.
 * @returns the designation, where the target shows that it is set.
 * @throws InconclusiveError where the values of the donor are not taken.
 */
export async function resetWithDesignation(
  context: Context,
  donation: string,
): Promise<{ readonly before: Shown; readonly designation: string | undefined }> {
  const [id] = context.target.designationIds
  const exchange = await context.api.update('PATCH', donation, { ...PLAIN_DONOR, designation_id: id ?? null })
  const record = recordOf(exchange)
  if (!record) return { before: await reset(context, donation), designation: undefined }
  const before = { record, exchange }
  if (id === undefined) return { before, designation: undefined }
  const now = await designationNow(context, donation, before, id)
  return { before, designation: now.seen && isDesignation(now.value, id) === true ? id : undefined }
}

/**
 * Judges that a designation is no longer set after an update.
 * @param how what should have cleared it, for the report: `null`, or leaving it out.
 * @throws ViolationError where it is still there; InconclusiveError where the answer holds no record.
 */
export async function expectCleared(
  context: Context,
  donation: string,
  exchange: Exchange,
  id: string,
  how: string,
): Promise<void> {
  const shown = shownBy(exchange)
  const isGone = (value: unknown) =>
    typeof value === 'string' ? value === '' : isDesignation(value, id) !== true
  const stored = await hiddenValue(context, donation, shown, 'designation_id', isGone)
  // A target is free in how it shows that there is none: null, nothing, an empty string, an object without an
  // id.
  const left = [shown.record.designation_id, stored.seen ? stored.value : undefined].find(
    (value) => !isGone(value),
  )
  const breaks = how === 'null' ? 'DESIGNATION-5' : 'DESIGNATION-6'
  const received = `designation_id ${JSON.stringify(left)}`
  ensure(left === undefined, `no designation after ${how}`, received, [exchange], breaks)
}
