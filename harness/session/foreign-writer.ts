import { setTimeout as sleep } from 'node:timers/promises'
import type { ForeignValue } from '../../client/donations/writes.ts'
import type { Session } from './session.ts'

/** Donations that are watched, at most. */
const WATCHED = 8
/** Between looks: at once nothing changes but what the service itself changes. */
const PAUSES_MS = [0, 500, 1_000, 2_000]

/**
 * Watches donations while this run writes nothing: what changes then, to what this run never sent, somebody else wrote.
 * A service that makes up a new value for every look at it is none of that. To be called when no test is under way.
 * @returns undefined where nothing of the kind was seen.
 */
export async function watchForWriter(session: Session): Promise<ForeignValue | undefined> {
  const { pledgedDonationIds, nonPledgedDonationIds } = session.target
  const ids = [...pledgedDonationIds, ...nonPledgedDonationIds].slice(0, WATCHED)
  const look = async () => {
    const exchanges = await Promise.all(ids.map((id) => session.api.update('PATCH', id, {})))
    return exchanges.map((exchange) => session.writes.foreignIn(exchange))
  }
  let before = await look()
  let changed: ForeignValue | undefined
  let stayed = 0
  for (const pause of PAUSES_MS) {
    await sleep(pause, undefined, { signal: session.abort.signal }).catch(() => undefined)
    const now = await look()
    for (const [index, values] of now.entries()) {
      const news = values.find((one) => !before[index]?.some((other) => isSame(one, other)))
      if (news) changed ??= news
      else stayed++
    }
    if (changed && stayed > 0) return changed
    before = now
  }
  return undefined
}

function isSame(one: ForeignValue, other: ForeignValue): boolean {
  return one.field === other.field && one.value === other.value
}
