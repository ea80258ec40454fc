import { ownWaitedMs, type Processes } from './processes.ts'

const SAMPLE_MS = 1_000
/** Nothing that is waited for takes longer. In samples. */
const MOST_SAMPLES = 240

interface Sample {
  /** Of `performance.now()`. */
  readonly at: number
  readonly threads: ReadonlyMap<string, number>
  readonly own: number
}

/**
 * Tells for how long a machine that is busy with other programs kept an application, and whoever examines it, from
 * running: time that says nothing of the application.
 */
export class Starvation {
  readonly #processes: Pick<Processes, 'waitedMs'>
  readonly #samples: Sample[] = []
  readonly #timer: NodeJS.Timeout

  constructor(processes: Pick<Processes, 'waitedMs'>) {
    this.#processes = processes
    this.#samples.push({ at: performance.now(), threads: new Map(), own: ownWaitedMs() })
    this.#timer = setInterval(() => {
      this.#samples.push(this.#sample())
      if (this.#samples.length > MOST_SAMPLES) this.#samples.shift()
    }, SAMPLE_MS).unref()
  }

  /**
   * In milliseconds, a little more rather than less; 0 where the system does not tell.
   * @param since of `performance.now()`
   */
  keptMs(since: number): number {
    const [oldest] = this.#samples
    const before = this.#samples.findLast(({ at }) => at <= since) ?? oldest
    const { threads, own } = this.#sample()
    const kept = [...threads].map(([thread, waited]) => waited - (before?.threads.get(thread) ?? 0))
    return Math.max(0, ...kept) + own - (before?.own ?? own)
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #sample(): Sample {
    return { at: performance.now(), threads: this.#processes.waitedMs, own: ownWaitedMs() }
  }
}
