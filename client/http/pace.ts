/** By this factor the service is asked more slowly after each refusal. */
const SLOWER = 1.25
/** After so many answers without a refusal the interval shrinks by this factor. */
const ANSWERS_BEFORE_FASTER = 200
const FASTER = 0.9
/** After so many refusals in a row of a pace that the service bore before, the pace is not the reason. */
const MOST_FUTILE = 3
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
  /** The interval that would have given as many answers as there were until the last refusal, its wait included. */
  #borneMs = Number.POSITIVE_INFINITY
  #futile = 0

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
   * @param isTooFast whether requests come too fast, rather than too many at a time.
   */
  refused(now: number, waitMs: number, isTooFast: boolean): void {
    if (isTooFast && this.#answers > 0)
      this.#slowDown((now - this.#since) / this.#answers, waitMs / this.#answers)
    this.#answers = 0
    this.#since = now + waitMs
  }

  /** @param takenMs from one answer to the next; @param waitMs for each of them, now that the service wants a pause. */
  #slowDown(takenMs: number, waitMs: number): void {
    // Otherwise a service that refuses one request in so many at any pace would be asked ever more slowly.
    this.#futile = this.#intervalMs >= this.#borneMs ? this.#futile + 1 : 0
    this.#borneMs = Math.max(SHORTEST_MS, takenMs + waitMs)
    const slowerMs = Math.min(SLOWER * Math.max(takenMs, this.#intervalMs), this.#borneMs)
    this.#intervalMs = Math.max(SHORTEST_MS, slowerMs)
    if (this.#futile < MOST_FUTILE) return
    this.#intervalMs = 0
    this.#futile = 0
    this.#borneMs = Number.POSITIVE_INFINITY
  }
}
