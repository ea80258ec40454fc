/**
 * Lets tests do something when no other test is under way any more, one after the other: what moves the service's
 * clock, or asks once more for what the run began with.
 */
export class LastActs {
  #underWay = 0
  readonly #waiting: (() => void)[] = []

  /** A test has begun. */
  begin(): void {
    this.#underWay++
  }

  /** A test has ended. */
  end(): void {
    this.#underWay--
    this.#release()
  }

  /** Resolves when every other test has ended, or waits here as well. Whoever waits must hold nothing on loan. */
  async wait(): Promise<void> {
    this.#underWay--
    await new Promise<void>((go) => {
      this.#waiting.push(go)
      this.#release()
    })
  }

  #release(): void {
    if (this.#underWay > 0) return
    const next = this.#waiting.shift()
    if (!next) return
    this.#underWay++
    next()
  }
}
