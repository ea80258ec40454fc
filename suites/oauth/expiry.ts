import { setTimeout as sleep } from 'node:timers/promises'
import { InconclusiveError } from '../../contract/verdict.ts'

/** A code or token may be accepted a little longer than its lifetime says, for the sake of clocks that differ. */
const EXPIRY_MARGIN_MS = 1_500

/**
 * Waits until a code or token that was just issued has expired.
 *
 * @param lifetime in seconds.
 * @param signal ends the waiting early, with an AbortError.
 */
export async function waitForExpiry(lifetime: number, signal: AbortSignal): Promise<void> {
  await sleep(lifetime * 1_000 + EXPIRY_MARGIN_MS, undefined, { signal })
}

/** Why a requirement is undecided whose token or code was left for a later run. */
export function decidableFrom(what: string, from: Date): InconclusiveError {
  return new InconclusiveError(`${what} was kept for the next run: decidable from ${clockTime(from)}`, [
    `another run with the same environment file, from ${clockTime(from)} on`,
  ])
}

/** Hours and minutes here, rounded up; with the date where it is another day. */
function clockTime(from: Date): string {
  const minute = new Date(Math.ceil(from.getTime() / 60_000) * 60_000)
  const time = minute.toTimeString().slice(0, 5)
  return minute.toDateString() === new Date().toDateString() ? time : `${time} on ${minute.toDateString()}`
}
