/** A clock that can be moved forward, so that tests need not wait until codes and tokens expire. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Moves the clock forward by this many seconds. Throws RangeError where that is no number, or negative. */
  advance(seconds: number): void
  /** By how many milliseconds it was moved. */
  moved(): number
}

/**
 * Creates a clock that runs at the pace of real time.
 * @param start what it would read now if it had never been moved, in milliseconds since the epoch
 * @param moved by how many milliseconds it was moved before
 */
export function createClock(start: number = Date.now(), moved = 0): Clock {
  const origin = performance.now()
  let advanced = moved
  return {
    now: () => start + advanced + (performance.now() - origin),
    advance(seconds) {
      if (!(Number.isFinite(seconds) && seconds >= 0))
        throw new RangeError(`a clock is moved forward by a number of seconds, not by ${String(seconds)}`)
      advanced += seconds * 1000
    },
    moved: () => advanced,
  }
}
