/** Answers that take longer than this, and than several times what the first took, say that the service is behind. */
const SLOW_MS = 1_000
const SLOW_FACTOR = 4
/** Where the service was behind, fewer at a time are faster by as much; at such a share of them this is looked at. */
const WAITING_SHARE = 0.75
/** Answers faster than this say nothing against more at the same time. */
const FAST_MS = 100
const FAST_FACTOR = 2
/** How many answers have to come before a width at which the service turned requests away is tried again. */
const ANSWERS_BEFORE_REFUSED = 100

/**
 * How many requests a service bears at the same time, learnt as TCP learns it (RFC 5681): doubled while answers come as
 * fast as before, then one more at a time, and halved when they take much longer or are lost. Where that makes them no
 * faster, they take their time by themselves, as a token endpoint that hashes secrets does, and it is taken back.
 */
export class CongestionWindow {
  readonly #most: number
  #width: number
  #isStarting = true
  #baselineMs: number | undefined
  /** What some answers take however few are under way. */
  #ownMs = 0
  /** The width that was halved last since answers took much longer, and how long they took. */
  #behind: { readonly width: number; readonly ms: number } | undefined
  /** Answers to come that were asked for before it was halved. */
  #underWay = 0
  /** The width at which requests were turned away last; beyond it nothing is known. */
  #refusedAt = Number.POSITIVE_INFINITY
  /** How long the answers took that came since the last change. */
  #times: number[] = []

  /** @param start the first width; @param most the greatest. */
  constructor(most: number, start: number) {
    this.#most = most
    this.#width = Math.min(most, start)
  }

  get width(): number {
    return this.#width
  }

  /** An answer came. @returns the width from now on. */
  answered(milliseconds: number): number {
    // What was sent while there were more is no answer to whether fewer are faster.
    if (this.#underWay > 0) {
      this.#underWay--
      return this.#width
    }
    this.#times.push(milliseconds)
    if (this.#times.length < this.#enough) return this.#width
    const median = this.#times.toSorted((a, b) => a - b)[Math.floor(this.#times.length / 2)] ?? 0
    this.#times = []
    this.#baselineMs = Math.min(this.#baselineMs ?? median, median)
    const usualMs = FAST_FACTOR * Math.max(this.#baselineMs, this.#ownMs)
    if (median > Math.max(SLOW_MS, SLOW_FACTOR * this.#baselineMs, usualMs)) return this.#slow(median)
    if (median > Math.max(FAST_MS, usualMs)) this.#isStarting = false
    this.#width = Math.min(this.#most, this.#isStarting ? this.#width * 2 : this.#width + 1)
    if (this.#width > this.#refusedAt) this.#refusedAt = Number.POSITIVE_INFINITY
    return this.#width
  }

  #slow(median: number): number {
    const before = this.#behind
    if (before && this.#width <= WAITING_SHARE * before.width && median > WAITING_SHARE * before.ms) {
      this.#ownMs = median
      this.#behind = undefined
      this.#isStarting = true
      this.#width = before.width
      return this.#width
    }
    this.#behind = { width: this.#width, ms: median }
    this.#underWay = this.#width
    return this.#congested(this.#width / 2)
  }

  /** The service wants fewer requests. @returns the width from now on. */
  refused(): number {
    this.#refusedAt = this.#width
    return this.#congested(this.#width / 4)
  }

  /** No answer came, or the connection was lost. @returns the width from now on. */
  lost(): number {
    return this.#congested(this.#width / 2)
  }

  /** How many answers it takes to look at them. */
  get #enough(): number {
    return this.#width + 1 < this.#refusedAt ? this.#width : Math.max(this.#width, ANSWERS_BEFORE_REFUSED)
  }

  #congested(width: number): number {
    this.#isStarting = false
    return this.narrow(width)
  }

  /**
   * For a reason that says nothing of what the service bears: while it answers fast, the width grows again as in the
   * beginning.
   * @returns the width from now on, which is no greater than this.
   */
  narrow(width: number): number {
    this.#times = []
    this.#width = Math.max(1, Math.min(this.#width, Math.floor(width)))
    return this.#width
  }
}
