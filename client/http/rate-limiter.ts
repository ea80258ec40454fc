import PQueue from 'p-queue'
import { CongestionWindow } from './congestion-window.ts'
import { Pace } from './pace.ts'
import { Turns } from './turns.ts'

/** Lets requests through: as many at the same time as the service bears, so many a second, and none while it is held shut. */
export class RateLimiter {
  readonly #queue: PQueue<Turns>
  readonly #openWindow: () => CongestionWindow
  #window: CongestionWindow
  readonly #pace = new Pace(performance.now())
  #intervalMs: number
  #openAt = 0
  /** Until when the service wants to be left alone. */
  #heldUntil = 0
  #timer: NodeJS.Timeout | undefined
  /** Whoever wants the service for itself, one after the other. */
  #alone: Promise<unknown> = Promise.resolve()
  #aloneWaiting = 0
  #isOver = false

  /**
   * @param most requests at the same time, at most.
   * @param start at the same time in the beginning; more are let in as the service shows that it bears them.
   * @param rps requests a second; without it as many as come.
   */
  constructor(most: number, start: number, rps?: number) {
    this.#openWindow = () => new CongestionWindow(most, start)
    this.#window = this.#openWindow()
    this.#queue = new PQueue({ concurrency: this.#window.width, queueClass: Turns })
    this.#intervalMs = rps === undefined ? 0 : 1000 / rps
  }

  /** Sends a request when it is its turn: before all others if it is urgent, else those of a lower rank before others. */
  run<Sent>(urgent: boolean, send: () => Promise<Sent>, rank = 0): Promise<Sent> {
    const paced = () => {
      // The queue's own intervals cannot be given up when the run is over.
      const intervalMs = Math.max(this.#intervalMs, this.#pace.intervalMs)
      if (intervalMs > 0) this.#shutFor(intervalMs)
      return send()
    }
    return this.#queue.add(paced, { priority: urgent ? 1 : -rank })
  }

  /** Sends a request when no other is under way, and lets none begin until it is answered. */
  runAlone<Sent>(send: () => Promise<Sent>): Promise<Sent> {
    this.#aloneWaiting++
    this.#queue.pause()
    const turn = this.#alone.then(async () => {
      await this.#queue.onPendingZero()
      try {
        return await send()
      } finally {
        this.#aloneWaiting--
        this.#startWhenOpen()
      }
    })
    this.#alone = turn.catch(() => undefined)
    return turn
  }

  /** Resolves when the service has not asked to be left alone, or no longer. */
  async whenOpen(): Promise<void> {
    await this.#queue.add(async () => undefined, { priority: 2 })
  }

  /** A request was answered after so many milliseconds: the service may bear more, or less. */
  answered(milliseconds: number): void {
    this.#pace.answered()
    this.#resize(this.#window.answered(milliseconds))
  }

  /** A request was not answered, or its connection was lost. */
  lost(): void {
    this.#resize(this.#window.lost())
  }

  /** Lets no more than so many in at the same time, until enough of them were answered in good time. */
  narrow(width: number): void {
    this.#resize(this.#window.narrow(width))
  }

  /**
   * Shuts for a while; what is let in at the same time afterwards is a quarter of it. Where that was one request already,
   * it was too soon after the one before: from then on they come more slowly.
   * @returns by how many milliseconds that is longer than it would have been shut anyway
   */
  holdFor(milliseconds: number): number {
    const now = performance.now()
    const before = Math.max(now, this.#heldUntil)
    // Requests that were under way together are turned away together: that is one event.
    if (now >= this.#heldUntil) this.#refused(now, milliseconds)
    this.#heldUntil = Math.max(this.#heldUntil, now + milliseconds)
    this.#shutFor(milliseconds)
    return this.#heldUntil - before
  }

  /** From now on lets everybody through: nobody is to wait for a run that is over. */
  open(): void {
    clearTimeout(this.#timer)
    this.#isOver = true
    this.#intervalMs = 0
    this.#queue.concurrency = Number.POSITIVE_INFINITY
    this.#queue.start()
  }

  #refused(now: number, waitMs: number): void {
    const wasPaced = this.#pace.intervalMs > 0
    const isTooFast = wasPaced || this.#window.width === 1
    this.#pace.refused(now, waitMs, isTooFast)
    // How many there may be at a time was learnt while they came too fast.
    if (isTooFast && !wasPaced) this.#window = this.#openWindow()
    this.#resize(isTooFast ? this.#window.width : this.#window.refused())
  }

  #resize(width: number): void {
    if (!this.#isOver && width !== this.#queue.concurrency) this.#queue.concurrency = width
  }

  #shutFor(milliseconds: number): void {
    if (this.#isOver) return
    this.#openAt = Math.max(this.#openAt, performance.now() + milliseconds)
    this.#queue.pause()
    this.#startWhenOpen()
  }

  #startWhenOpen(): void {
    clearTimeout(this.#timer)
    if (!this.#isOver && this.#aloneWaiting > 0) return
    const shutMs = this.#isOver ? 0 : this.#openAt - performance.now()
    // A timer counts from when the event loop last looked at the clock: after hard work it rings too early.
    if (shutMs > 0) this.#timer = setTimeout(() => this.#startWhenOpen(), Math.ceil(shutMs))
    else this.#queue.start()
  }
}
