import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'

const main = resolve(import.meta.dirname, '../../../dist/cli/main.js')

/** A program that is spoken with: what it says is waited for, one after the other. */
export class Talk {
  readonly #process: ChildProcess
  readonly #ended: Promise<number | null>
  #text = ''

  constructor(process: ChildProcess) {
    this.#process = process
    this.#ended = once(process, 'close').then(() => process.exitCode)
    for (const stream of [process.stdout, process.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#text += text
        process.emit('said')
      })
  }

  /** Waits until it says this, after what was waited for before; rejects where it ends without. */
  async says(text: string): Promise<void> {
    const end = this.#ended.then(() => {
      throw new Error(`it ended before it said ${JSON.stringify(text)}:\n${this.#text}`)
    })
    end.catch(() => {})
    while (!this.#text.includes(text)) await Promise.race([once(this.#process, 'said'), end])
    this.#text = this.#text.slice(this.#text.indexOf(text) + text.length)
  }

  type(text: string): void {
    this.#process.stdin?.write(text)
  }

  /** Its exit status. */
  get ended(): Promise<number | null> {
    return this.#ended
  }
}

/**
 * Starts the built program in a terminal of its own (script, of Debian's bsdutils, makes one).
 * @param path where it finds other programs; where this process does unless told otherwise.
 */
export function startInTerminal(args: readonly string[], cwd: string, path = process.env.PATH): Talk {
  const program = [process.execPath, main, ...args].join(' ')
  const command = `stty cols 100 && PATH='${path}' && exec ${program}`
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd })
  onTestFinished(() => void child.kill('SIGKILL'))
  return new Talk(child)
}
