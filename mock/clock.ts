/** The service's clock: real time, moved forward on request so that lifetimes can be outlived without waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  advance(seconds: number): void
}

/** A clock that reads `start` (milliseconds since the epoch) now and runs at the pace of real time. */
export function createClock(start: number = Date.now()): Clock {
  const origin = performance.now()
  let advanced = 0
  return {
    now: () => start + advanced + (performance.now() - origin),
    advance(seconds) {
      advanced += seconds * 1000
    },
  }
}
