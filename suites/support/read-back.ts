import { type DonationRecord, recordOf } from '../../client/donations/record.ts'
import { isAccepted } from '../../client/http/answer.ts'
import { type RequirementId, SETTABLE_FIELDS } from '../../contract/index.ts'
import type { Context } from '../../harness/authoring/index.ts'
import { apply, reset } from './apply.ts'
import type { UpdateBody } from './bodies.ts'
import { OTHER_DONOR, PLAIN_DONOR } from './donors.ts'
import type { Shown } from './record.ts'

/** Reads a donation back where an empty update cannot serve: no answer needs to show the memo. */
export const READ_BACK: UpdateBody = { memo: 'read back' }

const CLEARED_DESIGNATION: UpdateBody = { designation_id: null }

/**
 * Changes the donation: its designation is cleared. Reads it back by an empty update, since the contract has no other
 * way to; where the service refuses that or loses something by it, which UPDATE-6 judges, by clearing the designation.
 * @throws InconclusiveError where neither shows a record.
 */
export async function readBack(context: Context, id: string): Promise<Shown> {
  return apply(context, id, (await emptyUpdateIsHarmless(context, id)) ? {} : CLEARED_DESIGNATION)
}

/** Whether an empty update is accepted and changes nothing that an answer shows; tried once in a run. */
async function emptyUpdateIsHarmless(context: Context, id: string): Promise<boolean> {
  return (await brokenByEmptyUpdate(context, id)) === undefined
}

/**
 * What an empty update breaks: UPDATE-6, or UPDATE-3 where its answer shows what was there before the last update while
 * all of that is stored; undefined where it is accepted and changes nothing that an answer shows. Tried once in a run.
 */
export function brokenByEmptyUpdate(context: Context, id: string): Promise<RequirementId | undefined> {
  return context.once('what an empty update breaks', () => tryEmptyUpdate(context, id), false)
}

/**
 * Whoever asks first is in the middle of a test: the donation is left as it was, but for the designation,
 * which every reading clears.
 */
async function tryEmptyUpdate(context: Context, id: string): Promise<RequirementId | undefined> {
  const cleared = await context.api.update('PATCH', id, CLEARED_DESIGNATION)
  // Where clearing the designation is refused (DESIGNATION-5 judges that), the memo is given up instead.
  const reading = isAccepted(cleared) ? CLEARED_DESIGNATION : READ_BACK
  const { record: present } = await apply(context, id, reading)
  await reset(context, id)
  const empty = recordOf(await context.api.update('PATCH', id, {}))
  const after = recordOf(await context.api.update('PATCH', id, reading))
  const isHarmless = shows(empty, PLAIN_DONOR) && shows(after, PLAIN_DONOR)
  const isStale = !isHarmless && shows(after, PLAIN_DONOR) && (await showsOlder(context, id))
  await context.api.update('PATCH', id, settableOf(present))
  if (isHarmless) return undefined
  return isStale ? 'UPDATE-3' : 'UPDATE-6'
}

/** Whether the answer to an empty update shows the values that were replaced just before. */
async function showsOlder(context: Context, id: string): Promise<boolean> {
  for (const donor of [OTHER_DONOR, PLAIN_DONOR]) await apply(context, id, donor)
  return shows(recordOf(await context.api.update('PATCH', id, {})), OTHER_DONOR)
}

function settableOf(record: DonationRecord): UpdateBody {
  return Object.fromEntries(SETTABLE_FIELDS.map((field) => [field, record[field]]))
}

function shows(record: DonationRecord | undefined, donor: typeof PLAIN_DONOR): boolean {
  return SETTABLE_FIELDS.every((field) => record?.[field] === donor[field])
}
