/** After a refusal the service is asked so much slower than before. */
const SLOWER = 1.25
/** After so many answers without one it is asked so much faster. */
const ANSWERS_BEFORE_FASTER = 200
const FASTER = 0.9
/** No timer is shorter. */
const SHORTEST_MS = 1

/**
 * How long to wait between requests, learnt where a service turns requests away though they come one at a time. In
 * milliseconds; 0 as long as nothing is known.
 */
export class Pace {
  #intervalMs = 0
  #answers = 0
  #since: number

  /** @param now in milliseconds, as everywhere here. */
  constructor(now: number) {
    this.#since = now
  }

  get intervalMs(): number {
    return this.#intervalMs
  }

  /** An answer came. */
  answered(): void {
    this.#answers += 1
    if (this.#answers % ANSWERS_BEFORE_FASTER !== 0) return
    const fasterMs = this.#intervalMs * FASTER
    this.#intervalMs = fasterMs < SHORTEST_MS ? 0 : fasterMs
  }

  /**
   * The service wants to be left alone for a while.
   * @param isTooFast whether it is how fast requests come that it does not bear, and not how many at a time.
   */
  refused(now: number, waitMs: number, isTooFast: boolean): void {
    if (isTooFast && this.#answers > 0) {
      const takenMs = (now - this.#since) / this.#answers
      // Whoever comes no slower than this has as many answers in the end, waits included.
      const wholeMs = takenMs + waitMs / this.#answers
      const slowerMs = Math.min(SLOWER * Math.max(takenMs, this.#intervalMs), wholeMs)
      this.#intervalMs = Math.max(SHORTEST_MS, slowerMs)
    }
    this.#answers = 0
    this.#since = now + waitMs
  }
}
