interface Waiting {
  readonly urgent: boolean
  readonly admit: () => void
}

/** Lets requests through: so many at the same time, so many a second, and none while it is held shut. */
export class RateLimiter {
  readonly #widest: number
  readonly #waiting: Waiting[] = []
  #width: number
  #intervalMs: number
  #inside = 0
  #passed = 0
  #openAt = 0
  #timer: NodeJS.Timeout | undefined

  /** @param rps requests a second; without it as many as come. */
  constructor(concurrency: number, rps?: number) {
    this.#widest = concurrency
    this.#width = concurrency
    this.#intervalMs = rps === undefined ? 0 : 1000 / rps
  }

  /** Waits for its turn, before all others if it is urgent. */
  acquire(urgent: boolean): Promise<void> {
    return new Promise((admit) => {
      const firstOrdinary = this.#waiting.findIndex((other) => !other.urgent)
      const at = urgent && firstOrdinary >= 0 ? firstOrdinary : this.#waiting.length
      this.#waiting.splice(at, 0, { urgent, admit })
      this.#admit()
    })
  }

  /** @param easily whether what was let through met no limit: after enough of those, one more goes in at a time. */
  release(easily: boolean): void {
    this.#inside--
    this.#passed = easily ? this.#passed + 1 : 0
    if (this.#passed >= this.#width && this.#width < this.#widest) {
      this.#width++
      this.#passed = 0
    }
    this.#admit()
  }

  /** Shuts for a while; what is let in at the same time afterwards is a quarter of it. */
  holdFor(milliseconds: number): void {
    const now = performance.now()
    // Requests that were under way together are turned away together: that is one event.
    if (this.#openAt <= now) this.#width = Math.max(1, Math.floor(this.#width / 4))
    this.#openAt = Math.max(this.#openAt, now + milliseconds)
  }

  /** Lets no more than so many in at the same time, until enough of them left easily. */
  narrow(width: number): void {
    this.#width = Math.min(this.#width, width)
  }

  /** From now on lets everybody through: nobody is to wait for a run that is over. */
  open(): void {
    this.#width = Number.POSITIVE_INFINITY
    this.#openAt = 0
    this.#intervalMs = 0
    this.#admit()
  }

  #admit(): void {
    while (this.#waiting.length > 0 && this.#inside < this.#width) {
      const now = performance.now()
      if (now < this.#openAt) {
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#admit(), this.#openAt - now)
        return
      }
      this.#openAt = this.#intervalMs > 0 ? now + this.#intervalMs : this.#openAt
      this.#inside++
      this.#waiting.shift()?.admit()
    }
  }
}
