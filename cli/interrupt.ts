import { EXIT_UNTESTED } from './usage.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A signal that comes twice within so many milliseconds is one: nobody asks again so fast. */
const SAME_MS = 100

/** Ctrl-C, a CI system that cancels the job, or a terminal that is closed, while a run is under way. */
export class Interrupt {
  readonly #controller = new AbortController()
  /** The signal that came first, and when. */
  #first: readonly [NodeJS.Signals, number] | undefined

  constructor() {
    for (const name of signals) process.on(name, this.#onSignal)
  }

  /** Aborted by the first signal: what is known so far can still be reported. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** From now on signals end the process as they always do. */
  end(): void {
    for (const name of signals) process.off(name, this.#onSignal)
  }

  readonly #onSignal = (name: NodeJS.Signals): void => {
    const now = performance.now()
    const [first, at] = this.#first ?? [name, now]
    this.#first ??= [name, now]
    // A closed terminal sends two; `timeout` signals the process, and then the group that it is in.
    const isSame = name === 'SIGHUP' || (name === first && now - at < SAME_MS)
    // A second request means: do not wait for the reports.
    if (this.signal.aborted && !isSame) process.exit(EXIT_UNTESTED)
    this.#controller.abort()
  }
}
