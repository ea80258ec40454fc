import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { recordOf } from '../../client/donations/record.ts'
import type { ForeignValue } from '../../client/donations/writes.ts'
import type { Session } from './session.ts'

/** Donations that are watched, at most. */
const WATCHED = 8
/** Between looks: at once nothing changes but what the service itself changes. */
const PAUSES_MS = [0, 500, 1_000, 2_000]

/**
 * Watches donations while no test is under way: what changes then, to what this run never sent, somebody else wrote.
 * A service that makes up something new for every look, whichever donation is looked at, is none of that. Behind each look
 * a mark is left, of this look alone: another run of this suite, which may do nothing but watch as well, sees it.
 * @returns undefined where nothing of the kind was seen.
 */
export async function watchForWriter(session: Session): Promise<ForeignValue | undefined> {
  const { pledgedDonationIds, nonPledgedDonationIds } = session.target
  const ids = [...pledgedDonationIds, ...nonPledgedDonationIds].slice(0, WATCHED)
  const update = (body: unknown) => Promise.all(ids.map((id) => session.api.update('PATCH', id, body)))
  const mark = () => update({ donor_address_line_2: `Mark ${randomUUID().slice(0, 8)}` })
  let before = await mark()
  let changed: ForeignValue | undefined
  let hasStayed = false
  for (const pause of PAUSES_MS) {
    await sleep(pause, undefined, { signal: session.abort.signal }).catch(() => undefined)
    for (const [index, now] of (await update({})).entries()) {
      const last = before[index]
      const values = last ? session.observers.writes.foreignIn(last) : []
      const isNew = (one: ForeignValue) => !values.some((other) => isSame(one, other))
      changed ??= session.observers.writes.foreignIn(now).find(isNew)
      hasStayed ||= last !== undefined && isDeepStrictEqual(recordOf(last), recordOf(now))
    }
    if (changed && hasStayed) return changed
    before = await mark()
  }
  return undefined
}

function isSame(one: ForeignValue, other: ForeignValue): boolean {
  return one.field === other.field && one.value === other.value
}
