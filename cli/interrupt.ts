import { EXIT_UNTESTED } from './usage.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Ctrl-C, a CI system that cancels the job, or a terminal that is closed, while a run is under way. */
export class Interrupt {
  readonly #controller = new AbortController()

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
    // A second request means: do not wait for the reports. A closed terminal sends two as well.
    if (this.signal.aborted && name !== 'SIGHUP') process.exit(EXIT_UNTESTED)
    this.#controller.abort()
  }
}
