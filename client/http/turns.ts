import type { Queue, QueueAddOptions } from 'p-queue'

type Turn = () => Promise<unknown>

/** Who waits for a turn: the urgent first. p-queue's own remembers a hundred that had theirs, with their answers. */
export class Turns implements Queue<Turn, QueueAddOptions> {
  readonly #waiting: { readonly turn: Turn; readonly priority: number }[] = []

  get size(): number {
    return this.#waiting.length
  }

  enqueue(turn: Turn, { priority = 0 }: Partial<QueueAddOptions> = {}): void {
    const before = this.#waiting.findLastIndex((other) => other.priority >= priority)
    this.#waiting.splice(before + 1, 0, { turn, priority })
  }

  dequeue(): Turn | undefined {
    return this.#waiting.shift()?.turn
  }

  filter({ priority }: Partial<QueueAddOptions>): Turn[] {
    return this.#waiting.filter((one) => one.priority === priority).map(({ turn }) => turn)
  }

  setPriority(): void {
    throw new Error('a turn keeps its priority')
  }
}
