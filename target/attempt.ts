import { EventEmitter } from 'node:events'
import { FailureError } from './failure.ts'
import { type Limits, seconds } from './limits.ts'

/**
 * The time limits of one attempt: for headers, body and the whole. It stands where an AbortSignal could, which costs
 * several times as much, and there is one for each request.
 */
export class Attempt extends EventEmitter {
  aborted = false
  reason: FailureError | undefined
  readonly #limits: Limits
  readonly #deadline: number
  #timer: NodeJS.Timeout

  constructor(limits: Limits) {
    super()
    this.#limits = limits
    this.#deadline = performance.now() + limits.totalMs
    this.#timer = this.#endAfter(limits.headersMs, 'no answer')
  }

  /** From now on the time for the body counts. */
  headersArrived(): void {
    clearTimeout(this.#timer)
    this.#timer = this.#endAfter(this.#limits.bodyMs, 'the body of the answer was not complete')
  }

  /** Makes the request fail for this reason, wherever it is. */
  end(reason: FailureError): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    this.emit('abort')
  }

  /** It is over: no limit counts any more. */
  close(): void {
    clearTimeout(this.#timer)
  }

  #endAfter(limit: number, what: string): NodeJS.Timeout {
    const { totalMs } = this.#limits
    const left = this.#deadline - performance.now()
    const message =
      limit <= left ? `${what} within ${seconds(limit)}` : `not finished within ${seconds(totalMs)}`
    return setTimeout(() => this.end(new FailureError('timeout', message)), Math.min(limit, left))
  }
}
