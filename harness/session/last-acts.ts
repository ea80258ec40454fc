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

  /** Does several things of one test at once, each of which may wait by itself, and the test only for them. */
  async branch<Result>(tasks: readonly (() => Promise<Result>)[]): Promise<PromiseSettledResult<Result>[]> {
    this.#underWay += tasks.length
    this.end()
    const settled = await Promise.allSettled(tasks.map((task) => task().finally(() => this.end())))
    this.begin()
    return settled
  }

  /** Resolves when every other test has ended or waits here as well. A test that waits must hold nothing on loan. */
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
