import { once } from 'node:events'
import { existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { ReadStream } from 'node:tty'
import PQueue from 'p-queue'

/** How often the file is looked for. */
const POLL_MS = 500

/** Where a person's answer comes from. */
export interface Prompt {
  /** Shows what is to be done. */
  tell(text: string): void
  /** The address that the person was sent to; undefined where nobody answers. */
  ask(): Promise<string | undefined>
  /** Lets one at a time talk with the person: two questions at once would have their answers mixed up. */
  inTurn<Result>(talk: () => Promise<Result>): Promise<Result>
  /** Whether the run is over, and nobody is to be asked any more. */
  readonly isClosed: boolean
}

/**
 * A prompt at this terminal, or, where a file is named, one on a machine without: the address is then the file's
 * content, and the file is removed once it is read.
 */
export function openPrompt(file: string | undefined, signal: AbortSignal): Prompt {
  const turns = new PQueue({ concurrency: 1 })
  return {
    // Written synchronously and directly: vitest collects what a test prints, and would show it too late.
    tell: (text) => void writeSync(2, text),
    ask: () => (file === undefined ? addressTyped(signal) : addressIn(file, signal)),
    inTurn: (talk) => turns.add(talk),
    get isClosed() {
      return signal.aborted
    },
  }
}

/** The terminal itself: the suites run in a thread, which has no standard input. */
async function addressTyped(signal: AbortSignal): Promise<string | undefined> {
  const input = openTerminal()
  if (!input) return undefined
  const terminal = createInterface({ input })
  try {
    const [line] = await Promise.race([once(terminal, 'line', { signal }), once(input, 'error', { signal })])
    return typeof line === 'string' ? line : undefined
  } catch {
    return undefined
  } finally {
    terminal.close()
    input.destroy()
  }
}

/**
 * No file stream: an unanswered read of one cannot be cancelled, and would keep the thread alive.
 * @returns undefined where there is no terminal.
 */
function openTerminal(): ReadStream | undefined {
  try {
    return new ReadStream(openSync('/dev/tty', 'r'))
  } catch {
    return undefined
  }
}

async function addressIn(file: string, signal: AbortSignal): Promise<string | undefined> {
  while (!signal.aborted) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (text !== '') {
      rmSync(file)
      return text
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
  return undefined
}
