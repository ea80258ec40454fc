import { Worker } from 'node:worker_threads'
import type { Report } from '../model/evidence.ts'
import { built } from './built.ts'
import type { Order } from './worker.ts'

/**
 * The suites in a thread of their own, which loads them from the moment that this is made: one worker for all tests,
 * since what a run shares (tokens, donations, connections) lives in its memory, and beside it the process that serves
 * the embedded mock and answers signals. It serves one run after the other.
 */
export class SuitesThread {
  readonly #worker = new Worker(built('suites/bundle.js'))
  /** Why the worker is no more. */
  readonly broken = new Promise<string>((resolve) => {
    this.#worker.once('error', ({ message }) => resolve(`the suite itself failed: ${message}`))
    this.#worker.once('exit', () => resolve('the suite itself failed: its worker ended too soon'))
  })

  tell(order: Order): void {
    this.#worker.postMessage(order)
  }

  /** @returns how to hear no more of it. */
  onReport(take: (report: Report) => void): () => void {
    this.#worker.on('message', take)
    return () => void this.#worker.off('message', take)
  }

  /** Ends the worker, whatever it does. */
  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}
