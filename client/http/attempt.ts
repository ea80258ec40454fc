import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import { FailureError } from './failure.ts'
import { type Limits, seconds } from './limits.ts'

/** However busy the machine is, a limit is extended by so many times itself at most. */
const MOST_GIVEN = 3

/** An answer as it came over the network, before content decoding. */
export interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * One attempt at a request: gathers the answer and keeps the time limits for headers, body and the whole, which begin
 * when there is a connection to send it on. It stands where undici would make a stream and an AbortSignal of each,
 * which together cost more than the rest of a request.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  /** Rejects with what undici says, or with the reason of `end`. */
  readonly answer: Promise<RawAnswer>
  /** Whether the head of an answer arrived. */
  answered = false
  /** When there was a connection to send it on, or else when it was asked for: milliseconds of `performance.now()`. */
  startedAt = performance.now()
  readonly #limits: Limits
  readonly #chunks: Buffer[] = []
  #deadline = Number.POSITIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #controller: Dispatcher.DispatchController | undefined
  #ended: FailureError | undefined
  #resolve: (answer: RawAnswer) => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(limits: Limits) {
    this.#limits = limits
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Makes the request fail for this reason, wherever it is. */
  end(reason: FailureError): void {
    if (this.#ended) return
    this.#ended = reason
    this.#controller?.abort(reason)
    this.#fail(reason)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#ended) {
      // It was given up while it waited for a connection.
      controller.abort(this.#ended)
      return
    }
    this.startedAt = performance.now()
    this.#deadline = this.startedAt + this.#limits.totalMs
    this.#timer = this.#endAfter(this.#limits.headersMs, 'no answer')
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // An interim answer (RFC 9110, 15.2) is followed by the one that counts.
    if (status < 200) return
    this.answered = true
    this.#status = status
    this.#headers = headers
    this.#stopTimer()
    this.#timer = this.#endAfter(this.#limits.bodyMs, 'the body of the answer was not complete')
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    this.#stopTimer()
    this.#resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) })
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error)
  }

  #fail(error: Error): void {
    this.#stopTimer()
    // Nobody wants half a body, and a gigantic one is not to wait for the garbage collector.
    this.#chunks.length = 0
    this.#reject(error)
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #endAfter(limit: number, what: string): NodeJS.Timeout {
    const { totalMs, keptMs } = this.#limits
    const began = performance.now()
    const left = this.#deadline - began
    const message =
      limit <= left ? `${what} within ${seconds(limit)}` : `not finished within ${seconds(totalMs)}`
    const allowed = Math.min(limit, left)
    let given = 0
    const wait = (milliseconds: number): NodeJS.Timeout => {
      const end = () => {
        if (this.#timer !== timer) return
        const more = Math.min(keptMs?.(began) ?? 0, MOST_GIVEN * allowed) - given
        if (more < 1) {
          this.end(new FailureError('timeout', message))
          return
        }
        given += more
        this.#deadline += more
        this.#timer = wait(more)
      }
      // On a busy machine the limit and the answer may both be seen late: what has arrived is read first.
      const timer = setTimeout(() => setImmediate(end), milliseconds)
      return timer
    }
    return wait(allowed)
  }
}
