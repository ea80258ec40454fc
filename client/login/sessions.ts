import PQueue from 'p-queue'
import type { UserAgent } from './authorization-flow.ts'

/** The sessions of one user, each lent to one authorization at a time. */
export class Sessions {
  /** Lets so many authorizations go on at the same time as there may be sessions. */
  readonly queue: PQueue
  readonly #idle: UserAgent[] = []
  /** All that are not gone: lent or idle. One that is lent for the first time may come back as well. */
  readonly #open = new Set<UserAgent>()
  readonly #waiting: ((agent: UserAgent | undefined) => void)[] = []
  #isClosed = false

  constructor(max: number) {
    this.queue = new PQueue({ concurrency: max })
  }

  /** No more than there are: from now on whoever finds none waits for one. */
  close(): void {
    this.#isClosed = true
  }

  /** Lends a session, or a new one while there may be more. @throws what `open` throws. */
  async take(open: () => UserAgent): Promise<UserAgent> {
    const agent = this.#idle.pop() ?? (this.#isClosed ? await this.ofBefore() : undefined) ?? open()
    this.#open.add(agent)
    return agent
  }

  /** Lends one of the sessions that there are, when it is idle; none where none is left. */
  async ofBefore(): Promise<UserAgent | undefined> {
    const idle = this.#idle.pop()
    if (idle || this.#open.size === 0) return idle
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** A session that lasts comes back. */
  giveBack(agent: UserAgent): void {
    const waiting = this.#waiting.shift()
    if (waiting) waiting(agent)
    else this.#idle.push(agent)
  }

  /** A session is not used again. */
  drop(agent: UserAgent): void {
    this.#open.delete(agent)
    if (this.#open.size === 0) for (const waiting of this.#waiting.splice(0)) waiting(undefined)
  }
}
