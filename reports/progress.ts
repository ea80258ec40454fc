import type { Pause } from '../harness/model/evidence.ts'
import { count } from './text.ts'

/** Where a report is printed: the part of a terminal or file stream that reports need. */
export interface Output {
  write(text: string): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

interface ProgressState {
  /** Tests that have ended. */
  readonly ended: number
  readonly total: number
  readonly requests: number
  /** What the tests that have not ended are of. */
  readonly open?: readonly string[]
  /** What is waited for on purpose. */
  readonly pause?: Pause
}

const terminalInterval = 100
const logInterval = 5000
/** Later a log gets a line whenever the run has become longer by this share: an hour is not worth 700 lines. */
const logShare = 0.1
/** A person sees by then that a run takes long, and what was measured says for how long. */
const tellingAfter = 3000
const mostOpen = 4

/**
 * Tells how far a run is, what is still open and how long that may take: one line that is rewritten on a terminal, now
 * and then a new one elsewhere.
 */
export class Progress {
  readonly #stream: Output
  readonly #now: () => number
  readonly #startedAt: number
  #printedAt: number
  #endedAt: number
  #pausedAt: number
  #state: ProgressState | undefined
  #shown = ''

  constructor(stream: Output, now: () => number = () => performance.now()) {
    this.#stream = stream
    this.#now = now
    this.#startedAt = now()
    this.#endedAt = this.#startedAt
    this.#pausedAt = this.#startedAt
    this.#printedAt = stream.isTTY ? Number.NEGATIVE_INFINITY : this.#startedAt
  }

  /** To be called as often as anything changes; prints no more than a person can follow. */
  update(state: ProgressState): void {
    if (state.ended > (this.#state?.ended ?? 0)) this.#endedAt = this.#now()
    const isPaused = state.pause !== undefined && this.#state?.pause === undefined
    if (isPaused) this.#pausedAt = this.#now()
    this.#state = state
    // Nothing else will happen for a while: that is told at once.
    if (isPaused) this.#printedAt = Number.NEGATIVE_INFINITY
    this.#tell(state)
  }

  /** To be called now and then where nothing changes: how long it may take does. */
  tick(): void {
    if (this.#state && this.#state.ended < this.#state.total) this.#tell(this.#state)
  }

  #tell(state: ProgressState): void {
    const now = this.#now()
    const { isTTY = false, columns = 80 } = this.#stream
    const interval = isTTY ? terminalInterval : Math.max(logInterval, logShare * (now - this.#startedAt))
    if (now - this.#printedAt < interval) return
    this.#printedAt = now
    const rest = state.pause ? this.#paused(state.pause, now) : this.#left(state, now) + openOf(state)
    const text = progressOf(state) + rest
    if (isTTY) this.#rewrite(text.slice(0, columns - 1))
    else this.#stream.write(`${text}\n`)
  }

  /** Leaves a terminal's line empty for what comes next. */
  end(): void {
    if (this.#shown === '') return
    this.#rewrite('')
    this.#stream.write('\r')
  }

  #paused({ requirement, seconds, why }: Pause, now: number): string {
    const left = Math.max(0, Math.ceil(seconds - (now - this.#pausedAt) / 1000))
    return `; ${requirement} waits ${left} s on purpose: ${why}`
  }

  /** The rest takes as long as what has ended did, each; what is waited for already, as long again. */
  #left({ ended, total }: ProgressState, now: number): string {
    const elapsed = now - this.#startedAt
    if (ended === 0 || ended >= total || elapsed < tellingAfter) return ''
    const left = Math.max((elapsed * (total - ended)) / ended, now - this.#endedAt)
    const seconds = Math.ceil(left / 1000)
    return `, about ${seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`
  }

  #rewrite(text: string): void {
    this.#stream.write(`\r${text.padEnd(this.#shown.length)}`)
    this.#shown = text
  }
}

function progressOf({ ended, total, requests }: ProgressState): string {
  return `${ended}/${total} tests ended, ${count(requests, 'request')}`
}

function openOf({ open = [] }: ProgressState): string {
  if (open.length === 0) return ''
  const more = open.length - mostOpen
  return `; open: ${open.slice(0, mostOpen).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
