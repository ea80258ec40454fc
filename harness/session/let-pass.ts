import { setTimeout as sleep } from 'node:timers/promises'
import type { Pause } from '../model/evidence.ts'
import type { Session } from './session.ts'

/**
 * Lets time pass for the service: by the inspector's clock where there is one. Only when no test is under way.
 * @param pause a person reads it who waits as well
 * @returns whether it was waited for.
 */
export async function letPass(session: Session, pause: Pause): Promise<boolean> {
  const { target, abort } = session
  if (target.inspector) {
    session.clockMovedMs += pause.seconds * 1000
    await session.inspector.advanceClock(pause.seconds)
    return false
  }
  session.onPause({ ...pause, seconds: Math.ceil(pause.seconds) })
  await sleep(pause.seconds * 1000, undefined, { signal: abort.signal }).finally(() =>
    session.onPause(undefined),
  )
  return true
}
