import { EXIT_UNTESTED } from './usage.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

/** Ctrl-C, or a CI system that cancels the job, while a run is under way. */
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

  readonly #onSignal = (): void => {
    // Whoever asks twice does not want to wait for the reports.
    if (this.signal.aborted) process.exit(EXIT_UNTESTED)
    this.#controller.abort()
  }
}
