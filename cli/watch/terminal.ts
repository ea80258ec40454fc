import { createInterface, emitKeypressEvents, type Key } from 'node:readline'
import type { ReadStream } from 'node:tty'
import { z } from 'zod'

/** What node tells of a key; its own types say nothing of it. */
const keySchema = z.object({
  name: z.string().optional(),
  ctrl: z.boolean().optional(),
  sequence: z.string().optional(),
})

/** Keys and answers of the person at a terminal. */
export class Terminal {
  readonly #input: ReadStream
  readonly #output: NodeJS.WritableStream
  readonly #onKey: (name: string) => void
  /** What was typed since {@link hold}. */
  #held: { readonly text: string | undefined; readonly key: Key }[] | undefined

  /** @param onKey is told the name of each key, from {@link resume} on. */
  constructor(input: ReadStream, output: NodeJS.WritableStream, onKey: (name: string) => void) {
    this.#input = input
    this.#output = output
    this.#onKey = onKey
    emitKeypressEvents(input)
  }

  resume(): void {
    this.suspend()
    this.#input.setRawMode(true)
    this.#input.on('keypress', this.#onKeypress)
    this.#input.resume()
  }

  /** Leaves the terminal to whoever else reads from it. */
  suspend(): void {
    this.#input.off('keypress', this.#onKeypress)
    this.#input.setRawMode(false)
    this.#input.pause()
  }

  /** Keeps what is typed from now on for the next question: none of it is a key. */
  holdKeys(): void {
    this.#held ??= []
  }

  /** Asks for a line; undefined where Ctrl-C or Ctrl-D was the answer, or the signal ended it. */
  async ask(question: string, signal: AbortSignal): Promise<string | undefined> {
    this.suspend()
    const held = this.#held ?? []
    this.#held = undefined
    const lines = createInterface({ input: this.#input, output: this.#output, terminal: true })
    try {
      return await new Promise<string | undefined>((resolve) => {
        lines.once('close', () => resolve(undefined))
        lines.once('SIGINT', () => lines.close())
        signal.addEventListener('abort', () => lines.close(), { once: true })
        lines.question(question, resolve)
        let isOpen = true
        lines.once('close', () => {
          isOpen = false
        })
        for (const { text, key } of held) if (isOpen) lines.write(text, key)
      })
    } finally {
      lines.close()
      this.resume()
    }
  }

  readonly #onKeypress = (text: string | undefined, pressed: unknown): void => {
    const key = keySchema.parse(pressed)
    const { name = '', ctrl = false } = key
    // A terminal that hands over single keys turns this one into no signal.
    if (ctrl && name === 'c') process.kill(process.pid, 'SIGINT')
    else if (this.#held) this.#held.push({ text, key })
    else if (!ctrl) this.#onKey(name)
  }
}
