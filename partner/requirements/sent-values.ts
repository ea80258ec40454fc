import { isDeepStrictEqual } from 'node:util'
import { type Call, isAnsweredWell, membersOf } from '../service/call.ts'

/** What updates of one donation held so far, by field. */
export class SentValues {
  readonly #ever = new Map<string, unknown[]>()
  readonly #known = new Map<string, unknown[]>()

  /** Adds what an update holds. */
  add(call: Pick<Call, 'body' | 'answer'>): void {
    for (const [field, value] of Object.entries(membersOf(call))) {
      this.#ever.set(field, [...this.ever(field), value])
      this.#known.set(field, isAnsweredWell(call) ? [value] : [...this.#knownOf(field), value])
    }
  }

  /** All values of the field, in the order in which they were sent. */
  ever(field: string): readonly unknown[] {
    return this.#ever.get(field) ?? []
  }

  /**
   * Whether an application that repeats all that it knows of the donation may send the value: the last that the service
   * took, or one sent since then that it refused.
   */
  isKnown(field: string, value: unknown): boolean {
    return this.#knownOf(field).some((one) => isDeepStrictEqual(value, one))
  }

  #knownOf(field: string): readonly unknown[] {
    return this.#known.get(field) ?? []
  }
}
