import type { AuthorizationFlow } from '../login/authorization-flow.ts'

/** States that requests which are about something else carry by the way, and what became of them. */
export class SentStates {
  readonly #left: string[]
  readonly #flows = new Map<string, AuthorizationFlow>()

  /** @param states each is carried once. */
  constructor(states: readonly string[]) {
    this.#left = [...states]
  }

  /** A state that no request has carried yet; undefined where none is left. */
  next(): string | undefined {
    return this.#left.shift()
  }

  /** Keeps what became of the request that carried it. */
  note(state: string, flow: AuthorizationFlow): void {
    this.#flows.set(state, flow)
  }

  /** What became of it; undefined where no request has carried it. */
  flowOf(state: string): AuthorizationFlow | undefined {
    return this.#flows.get(state)
  }
}
