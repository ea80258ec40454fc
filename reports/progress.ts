import { count } from './text.ts'

/** Where a report is printed: the part of a terminal or file stream that reports need. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface ProgressState {
  /** Tests that have ended. */
  readonly decided: number
  readonly total: number
  readonly requests: number
}

const terminalInterval = 100
const logInterval = 5000

/** Tells how far a run is: one line that is rewritten on a terminal, now and then a new one elsewhere. */
export class Progress {
  readonly #stream: Output
  readonly #now: () => number
  #printedAt: number
  #shown = ''

  constructor(stream: Output, now: () => number = () => performance.now()) {
    this.#stream = stream
    this.#now = now
    this.#printedAt = stream.isTTY ? Number.NEGATIVE_INFINITY : now()
  }

  /** To be called as often as anything changes; prints no more than a person can follow. */
  update({ decided, total, requests }: ProgressState): void {
    const now = this.#now()
    const { isTTY = false, columns = 80 } = this.#stream
    if (now - this.#printedAt < (isTTY ? terminalInterval : logInterval)) return
    this.#printedAt = now
    const text = `${decided}/${total} tests ended, ${count(requests, 'request')}`
    if (isTTY) this.#rewrite(text.slice(0, columns - 1))
    else this.#stream.write(`${text}\n`)
  }

  /** Leaves a terminal's line empty for what comes next. */
  end(): void {
    if (this.#shown === '') return
    this.#rewrite('')
    this.#stream.write('\r')
  }

  #rewrite(text: string): void {
    this.#stream.write(`\r${text.padEnd(this.#shown.length)}`)
    this.#shown = text
  }
}
