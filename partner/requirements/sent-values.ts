import { isJsonObject } from '../../client/http/answer.ts'
import { isAskedFor } from '../service/asked-for.ts'
import { type Call, isAnsweredWell, membersOf } from '../service/call.ts'

/** What updates of one donation held so far, and what the service showed of it, by field. */
export class SentValues {
  readonly #ever = new Map<string, unknown[]>()
  readonly #known = new Map<string, unknown[]>()
  #shown: Readonly<Record<string, unknown>> = {}

  /** Adds what an update holds, and what is answered. */
  add(call: Pick<Call, 'body' | 'answer'>): void {
    const { data } = call.answer && isAnsweredWell(call) ? membersOf(call.answer.response) : {}
    if (isJsonObject(data)) this.#shown = data
    for (const [field, value] of Object.entries(membersOf(call))) {
      this.#ever.set(field, [...this.ever(field), value])
      this.#known.set(field, isAnsweredWell(call) ? [value] : [...this.#knownOf(field), value])
    }
  }

  /** The value that the last answer to an update shows; undefined where it shows none. */
  shown(field: string): unknown {
    return this.#shown[field]
  }

  /** All values of the field, in the order in which they were sent. */
  ever(field: string): readonly unknown[] {
    return this.#ever.get(field) ?? []
  }

  /**
   * Whether an application that repeats all that it knows of the donation may send the value: the last that the service
   * took, one sent since then that it refused, or what it shows, each normalized as what is asked for may be.
   */
  isKnown(field: string, value: unknown): boolean {
    return [...this.#knownOf(field), this.shown(field)].some(
      (one) => one !== undefined && isAskedFor(field, value, one),
    )
  }

  #knownOf(field: string): readonly unknown[] {
    return this.#known.get(field) ?? []
  }
}
