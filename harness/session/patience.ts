/** How long counterexamples of one requirement may be made smaller, from the first one on, whatever test found it. */
export class Patience {
  readonly #milliseconds: number
  readonly #until = new Map<string, number>()

  /** @param seconds for each requirement; 0 for not at all. */
  constructor(seconds: number) {
    this.#milliseconds = seconds * 1000
  }

  /** Whether there is time left for a counterexample of this requirement; asked first, it starts the clock. */
  hasTimeFor(requirement: string): boolean {
    const now = performance.now()
    const until = this.#until.get(requirement) ?? now + this.#milliseconds
    this.#until.set(requirement, until)
    return now < until
  }
}
