import { Worker } from 'node:worker_threads'
import { SecretRegistry } from '../target/secrets.ts'
import { built } from './built.ts'
import { Collector, type ProgressState } from './collector.ts'
import { reasonToEnd } from './interruptible.ts'
import type { RunResult } from './result.ts'
import type { Order, Report } from './serve.ts'
import type { RunSettings } from './settings.ts'

/** How a run is watched and stopped. */
export interface RunWatch {
  /** Called whenever a requirement's test has ended. */
  readonly onProgress?: (state: ProgressState) => void
  /** Ends the run early; what is known by then is the result. */
  readonly signal?: AbortSignal
  /** Is told every secret of the run, so that whoever writes results can look for them. */
  readonly secrets?: SecretRegistry
}

/**
 * The suites in a thread of their own, which loads them from the moment that this is made: one worker for all tests,
 * since what a run shares (tokens, donations, connections) lives in its memory, and beside it the process that serves
 * the embedded mock and answers signals.
 */
export class Suites {
  readonly #worker = new Worker(built('suites/bundle.js'))
  /** Why the worker is no more. */
  readonly #broken = new Promise<string>((resolve) => {
    this.#worker.once('error', ({ message }) => resolve(`the suite itself failed: ${message}`))
    this.#worker.once('exit', () => resolve('the suite itself failed: its worker ended too soon'))
  })

  /** Runs the suites against the target and says what came of it. Once: a worker serves one run. */
  async run(settings: RunSettings, watch: RunWatch = {}): Promise<RunResult> {
    const { signal = new AbortController().signal } = watch
    const collector = new Collector(settings, () => watch.onProgress?.(collector.progress))
    if (signal.aborted) return collector.result(reasonToEnd(signal))
    const problem = await this.#collect(collector, settings, signal)
    for (const [value, label] of collector.secrets)
      if (SecretRegistry.isDistinctive(value)) watch.secrets?.add(value, label)
    if (signal.aborted) return collector.result(reasonToEnd(signal))
    const { replay } = settings
    const noSuchTest =
      replay && collector.progress.total === 0 ? `no test is called ${replay.test}` : undefined
    return collector.result(problem ?? noSuchTest)
  }

  /** Ends the worker, whatever it does. */
  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  /** Takes in what the worker reports, until it is done or broken; returns why it broke. */
  async #collect(
    collector: Collector,
    settings: RunSettings,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const order = (one: Order) => this.#worker.postMessage(one)
    const onAbort = () => order({ end: reasonToEnd(signal) })
    signal.addEventListener('abort', onAbort, { once: true })
    const done = new Promise<undefined>((resolve) => {
      this.#worker.on('message', (report: Report) => {
        collector.take(report)
        if ('closing' in report) resolve(undefined)
      })
    })
    order({ settings })
    try {
      return await Promise.race([done, this.#broken])
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }
}

/** Runs the suites against the target, in a worker of their own, and says what came of it. */
export async function runSuites(settings: RunSettings, watch: RunWatch = {}): Promise<RunResult> {
  const suites = new Suites()
  try {
    return await suites.run(settings, watch)
  } finally {
    await suites.close()
  }
}
