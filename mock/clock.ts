/** A clock that can be moved forward, so that tests need not wait until codes and tokens expire. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Moves the clock forward by this many seconds. */
  advance(seconds: number): void
}

/**
 * Creates a clock that runs at the pace of real time.
 * @param start what it reads now, in milliseconds since the epoch
 */
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
