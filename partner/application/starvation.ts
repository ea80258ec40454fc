import { ownWaitedMs, type Processes } from './processes.ts'

const SAMPLE_MS = 1_000
/** Nothing that is waited for takes longer. In samples. */
const MOST_SAMPLES = 240

/** So many times as long as a sample took none is taken: else it is the examination itself that keeps the processor busy. */
const REST = 20

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
  #newest: Sample | undefined
  #restUntil = 0

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

  /** It takes long for an application with hundreds of threads: a second request soon after gets the same answer. */
  #sample(): Sample {
    const at = performance.now()
    if (this.#newest && at < this.#restUntil) return this.#newest
    const sample = { at, threads: this.#processes.waitedMs, own: ownWaitedMs() }
    const now = performance.now()
    this.#restUntil = now + REST * (now - at)
    this.#newest = sample
    return sample
  }
}
