import { LostRequestError } from '../../contract/verdict.ts'

/** What is found out once in a session, by whoever needs it first, and for all: by name. */
export class SharedFindings {
  readonly #known = new Map<string, Promise<unknown>>()

  /**
   * Finds something out once for all who ask for it by this name; once more where it has to be found anew, or where
   * a request for it was lost.
   */
  once<Value>(name: string, find: () => Promise<Value>, anew?: boolean): Promise<Value>
  once(name: string, find: () => Promise<unknown>, anew = false): Promise<unknown> {
    const known = anew ? undefined : this.#known.get(name)
    if (known) return known
    const found = find()
    this.#known.set(name, found)
    found.catch((error: unknown) => {
      if (error instanceof LostRequestError && this.#known.get(name) === found) this.#known.delete(name)
    })
    return found
  }
}
