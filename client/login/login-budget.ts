import { InconclusiveError } from '../../contract/verdict.ts'

/** How many logins there may be, and how many there were. */
export class LoginBudget {
  readonly #max: number
  readonly #whole: LoginBudget | undefined
  #taken = 0

  /** @param whole what this is a part of: whatever is taken here is taken there too. */
  constructor(max = Number.POSITIVE_INFINITY, whole?: LoginBudget) {
    this.#max = max
    this.#whole = whole
  }

  get taken(): number {
    return this.#taken
  }

  get left(): number {
    const left = this.#max - this.#taken
    return this.#whole ? Math.min(left, this.#whole.left) : left
  }

  /** So many of the same logins, at most. */
  part(max: number): LoginBudget {
    return new LoginBudget(max, this)
  }

  /** @throws InconclusiveError where there may not be so many more. */
  take(count = 1): void {
    if (this.left < count)
      throw new InconclusiveError('all logins of this run are used up', ['a higher --max-logins'])
    this.add(count)
  }

  /** Notes logins that somebody else has taken. */
  add(count: number): void {
    this.#taken += count
    if (this.#whole) this.#whole.add(count)
  }
}
